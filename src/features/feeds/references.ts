import type { TenantDb } from "../../db/tenant.ts";
import { blockTagsIn } from "../../mail/render/block-tags.ts";
import { parseBlockTag } from "./email-blocks.ts";
import * as queries from "./references.queries.ts";

type Parts = Parameters<typeof blockTagsIn>[0];

/** A tag that names no feed of the company, one of the other kind, or items that the feed does not have. */
export type UnknownBlock = { readonly tag: string } & (
  | { readonly kind: "feed" }
  | { readonly kind: "feed_item"; readonly ids: readonly string[] }
);

const feedsIn = (parts: Parts): string[] => [
  ...new Set(blockTagsIn(parts).flatMap((tag) => parseBlockTag(tag)?.shown.feedId ?? [])),
];

export const namesFeed = (parts: Parts, feedId: string): boolean => feedsIn(parts).includes(feedId);

export async function findUnknownBlocks(db: TenantDb, parts: Parts): Promise<UnknownBlock[]> {
  const tags = blockTagsIn(parts);
  if (tags.length === 0) return [];
  const feeds = await queries.listKnownFeeds(db, feedsIn(parts));
  const unknown: UnknownBlock[] = [];
  for (const tag of tags) {
    const parsed = parseBlockTag(tag);
    const shown = parsed?.shown;
    const feed = feeds.find(({ id }) => id === shown?.feedId);
    if (shown === undefined || feed?.isArticle !== parsed?.isArticle) unknown.push({ tag, kind: "feed" });
    else if (shown.order === "ids") {
      const known = await queries.listKnownItems(db, shown.feedId, shown.ids);
      const ids = shown.ids.filter((id) => !known.includes(id));
      if (ids.length > 0) unknown.push({ tag, kind: "feed_item", ids });
    }
  }
  return unknown;
}

/** Content that is being saved or approved keeps its feeds: their deletion waits and then finds the content. */
export async function lockNamedFeeds(db: TenantDb, parts: Parts): Promise<void> {
  const ids = feedsIn(parts);
  if (ids.length > 0) await queries.lockFeeds(db, ids);
}
