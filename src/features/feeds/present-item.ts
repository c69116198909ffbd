import { iso } from "../../kernel/local-time.ts";
import type { FeedItemRecord } from "./items.queries.ts";
import type { FeedItemContent } from "./raw-item.ts";
import { isArticleKind } from "./read-feed.ts";
import type { FeedKind } from "./shapes.ts";

type Shown = Omit<FeedItemContent, "publishedAt"> & { readonly publishedAt: string | null };

const productOf = ({ key, publishedAt: _at, author: _author, ...product }: Shown) => ({ code: key, ...product });

const articleOf = ({ key, name, description, url, imageUrl, publishedAt, author }: Shown) => ({
  guid: key,
  title: name,
  description,
  url,
  imageUrl,
  publishedAt,
  author,
});

export const presentContent = (kind: FeedKind, content: FeedItemContent) =>
  isArticleKind(kind) ? articleOf(content) : productOf(content);

export function presentProduct({ id, feedId, shopId, updatedAt, ...row }: FeedItemRecord) {
  const product = productOf({ ...row, publishedAt: iso(row.publishedAt) });
  return { id, feedId, shopId, ...product, updatedAt: updatedAt.toISOString() };
}

export function presentArticle({ id, feedId, shopId, updatedAt: _at, ...row }: FeedItemRecord) {
  return { id, feedId, shopId, ...articleOf({ ...row, publishedAt: iso(row.publishedAt) }) };
}
