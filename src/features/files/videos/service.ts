import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { sandboxOf, type Context } from "../../../context.ts";
import { accepts } from "../../../kernel/accepts.ts";
import { upstream, validation } from "../../../kernel/errors.ts";
import { checkFolder } from "../folders/service.ts";
import { requestUpstream, downloadUrl, upstreamReason } from "../download.ts";
import { readImage } from "../inspect/image-files.ts";
import { storeFile } from "../store-file.ts";
import { validateFileName } from "../upload.ts";
import type { VideoThumbnailInput } from "./contract.ts";
import { parseVideoUrl, type Video } from "./video-url.ts";

const service = "video";
const maxImageBytes = 10 * 1_048_576;

export async function addVideoThumbnail(ctx: Context, input: Static<typeof VideoThumbnailInput>) {
  const video = parseVideoUrl(input.url.trim());
  if (video === undefined) throw validation("url", accepts.video);
  const folderId = input.folderId ?? null;
  const name = input.name === undefined ? `video-${video.id}.jpg` : validateFileName(input.name);
  await checkFolder(ctx, folderId);
  const thumbnail = await (video.provider === "youtube"
    ? downloadYoutubeThumbnail(ctx, video)
    : downloadVimeoThumbnail(ctx, video));
  const job = { job: "draw_play_button", type: "jpeg" } as const;
  const { bytes } = await readImage(sandboxOf(ctx), thumbnail, job).catch(() => {
    throw upstream(service, "answer");
  });
  return storeFile(ctx, { bytes, name, folderId, origin: { kind: "video", url: video.url } });
}

/** The largest thumbnail does not exist for every video; the smaller one does. */
async function downloadYoutubeThumbnail(ctx: Context, { id }: Video): Promise<Buffer> {
  const base = `${ctx.files.youtubeImageUrl}/vi/${id}`;
  const large = await requestUpstream(ctx, { url: `${base}/maxresdefault.jpg`, service, maxBytes: maxImageBytes });
  if (large.status === 200) return large.body;
  const small = await requestUpstream(ctx, { url: `${base}/hqdefault.jpg`, service, maxBytes: maxImageBytes });
  if (small.status === 404) throw upstream(service, "not_found");
  if (small.status !== 200) throw upstream(service, upstreamReason(small.status));
  return small.body;
}

const OembedAnswer = Type.Object({ thumbnail_url: Type.String() });

async function downloadVimeoThumbnail(ctx: Context, { url }: Video): Promise<Buffer> {
  const query = new URLSearchParams({ url, width: "1280" });
  const answer = await requestUpstream(ctx, {
    url: `${ctx.files.vimeoUrl}/api/oembed.json?${query}`,
    service,
    maxBytes: 262_144,
  });
  // The video does not exist, or its owner forbids embedding.
  if (answer.status === 404 || answer.status === 403) throw upstream(service, "not_found");
  if (answer.status !== 200) throw upstream(service, upstreamReason(answer.status));
  return downloadUrl(ctx, { url: parseThumbnailUrl(answer.body), service, maxBytes: maxImageBytes });
}

function parseThumbnailUrl(body: Buffer): string {
  try {
    const described: unknown = JSON.parse(body.toString("utf8"));
    if (Value.Check(OembedAnswer, described)) return described.thumbnail_url;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw upstream(service, "answer");
}
