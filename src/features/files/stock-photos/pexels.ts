import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import type { Context } from "../../../context.ts";
import { unavailable, upstream } from "../../../kernel/errors.ts";
import { requestUpstream, upstreamReason } from "../download.ts";

/** The fields used of the Pexels API (v1). */
const Photo = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  width: Type.Integer({ minimum: 0 }),
  height: Type.Integer({ minimum: 0 }),
  url: Type.String(),
  alt: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  photographer: Type.String(),
  photographer_url: Type.Optional(Type.String()),
  src: Type.Object({ original: Type.String(), large2x: Type.String(), medium: Type.String() }),
});
export type PexelsPhoto = Static<typeof Photo>;

const PexelsSearchAnswer = Type.Object({
  photos: Type.Array(Photo),
  total_results: Type.Optional(Type.Integer({ minimum: 0 })),
});

const service = "stock_photos";
const maxAnswerBytes = 2_097_152;

export async function searchPexels(ctx: Context, search: { q: string; page: number; pageSize: number }) {
  const paging = { page: String(search.page), per_page: String(search.pageSize) };
  const found =
    search.q === ""
      ? await requestPexels(ctx, `/curated?${new URLSearchParams(paging)}`)
      : await requestPexels(ctx, `/search?${new URLSearchParams({ query: search.q, ...paging })}`);
  if (!Value.Check(PexelsSearchAnswer, found)) throw upstream(service, "answer");
  return { photos: found.photos, total: found.total_results ?? found.photos.length };
}

export async function findPexelsPhoto(ctx: Context, id: string): Promise<PexelsPhoto | undefined> {
  const found = await requestPexels(ctx, `/photos/${id}`);
  if (found === undefined) return undefined;
  if (!Value.Check(Photo, found)) throw upstream(service, "answer");
  return found;
}

/** Undefined if the provider does not have it. */
async function requestPexels(ctx: Context, path: string): Promise<unknown> {
  const { pexels } = ctx.files;
  if (pexels === undefined) throw unavailable(service, { reason: "not_configured" });
  const { status, body } = await requestUpstream(ctx, {
    url: `${pexels.url}${path}`,
    service,
    maxBytes: maxAnswerBytes,
    headers: { Authorization: pexels.key, Accept: "application/json" },
  });
  if (status === 404) return undefined;
  if (status === 401 || status === 403) throw upstream(service, "key");
  if (status !== 200) throw upstream(service, upstreamReason(status));
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw upstream(service, "answer");
  }
}
