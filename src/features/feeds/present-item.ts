import { iso } from "../../kernel/local-time.ts";
import type { FeedItemRecord } from "./items.queries.ts";
import type { FeedItemContent } from "./raw-item.ts";
import { isArticleKind } from "./read-feed.ts";
import { pricesAt, type Sale } from "./sale.ts";
import type { FeedKind } from "./shapes.ts";

type Shown = Omit<FeedItemContent, keyof Sale>;

const toProduct = ({ key, publishedAt: _at, author: _author, ...product }: Shown) => ({ code: key, ...product });

const toArticle = ({ key, name, description, url, imageUrl, publishedAt, author }: Shown) => ({
  guid: key,
  title: name,
  description,
  url,
  imageUrl,
  publishedAt,
  author,
});

/** An item as it is read, with the prices at this moment. */
export function presentContent(kind: FeedKind, content: FeedItemContent, at: Date) {
  const { salePrice: _price, saleFrom: _from, saleUntil: _until, ...item } = content;
  return isArticleKind(kind) ? toArticle(item) : toProduct({ ...item, ...pricesAt(content, at) });
}

export function presentProduct({ id, feedId, shopId, updatedAt, ...row }: FeedItemRecord) {
  const product = toProduct({ ...row, publishedAt: iso(row.publishedAt) });
  return { id, feedId, shopId, ...product, updatedAt: updatedAt.toISOString() };
}

export function presentArticle({ id, feedId, shopId, updatedAt: _at, ...row }: FeedItemRecord) {
  return { id, feedId, shopId, ...toArticle({ ...row, publishedAt: iso(row.publishedAt) }) };
}
