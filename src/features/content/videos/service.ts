import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import type { Context } from "../../../context.ts";
import { upstream, validation } from "../../../kernel/errors.ts";
import { requireFolder } from "../file-folders/service.ts";
import { call, download, reasonOf } from "../files/download.ts";
import { keepFile } from "../files/keep.ts";
import { wishedName } from "../files/upload.ts";
import type { VideoThumbnailInput } from "./contract.ts";
import { withPlayButton } from "./play-button.ts";
import { videoOf, type Video } from "./video.ts";

const service = "video";
const maxImageBytes = 10 * 1_048_576;

export async function addThumbnail(ctx: Context, input: Static<typeof VideoThumbnailInput>) {
  const video = videoOf(input.url.trim());
  if (video === undefined) throw validation("url");
  const folderId = input.folderId ?? null;
  const name = input.name === undefined ? `video-${video.id}.jpg` : wishedName(input.name);
  await requireFolder(ctx, folderId);
  const picture = await (video.provider === "youtube" ? youtubePicture(ctx, video) : vimeoPicture(ctx, video));
  const bytes = await withPlayButton(picture).catch(() => {
    throw upstream(service, "answer");
  });
  return keepFile(ctx, { bytes, name, folderId, origin: { kind: "video", url: video.url } });
}

/** The largest picture is not there for every video, the smaller one is. */
async function youtubePicture(ctx: Context, { id }: Video): Promise<Buffer> {
  const base = `${ctx.files.youtubeImageUrl}/vi/${id}`;
  const large = await call(ctx, { url: `${base}/maxresdefault.jpg`, service, maxBytes: maxImageBytes });
  if (large.status === 200) return large.body;
  const small = await call(ctx, { url: `${base}/hqdefault.jpg`, service, maxBytes: maxImageBytes });
  if (small.status === 404) throw upstream(service, "not_found");
  if (small.status !== 200) throw upstream(service, reasonOf(small.status));
  return small.body;
}

const Described = Type.Object({ thumbnail_url: Type.String() });

async function vimeoPicture(ctx: Context, { url }: Video): Promise<Buffer> {
  const query = new URLSearchParams({ url, width: "1280" });
  const answer = await call(ctx, {
    url: `${ctx.files.vimeoUrl}/api/oembed.json?${query}`,
    service,
    maxBytes: 262_144,
  });
  // A video that is not there, or whose owner lets nobody embed it.
  if (answer.status === 404 || answer.status === 403) throw upstream(service, "not_found");
  if (answer.status !== 200) throw upstream(service, reasonOf(answer.status));
  return download(ctx, { url: thumbnailIn(answer.body), service, maxBytes: maxImageBytes });
}

function thumbnailIn(body: Buffer): string {
  try {
    const described: unknown = JSON.parse(body.toString("utf8"));
    if (Value.Check(Described, described)) return described.thumbnail_url;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw upstream(service, "answer");
}
