import type { Fragment } from "../../db/client.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { searchPattern } from "../../kernel/text.ts";

export type FeedItemRecord = {
  id: string;
  feedId: string;
  shopId: string;
  key: string;
  name: string;
  description: string;
  url: string;
  imageUrl: string | null;
  price: string | null;
  oldPrice: string | null;
  currency: string | null;
  brand: string | null;
  category: string | null;
  available: boolean;
  publishedAt: Date | null;
  author: string | null;
  updatedAt: Date;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  i.id, i.feed_id, f.shop_id, i.key, i.name, i.description, i.url, i.image_url, i.price::text as price,
  i.old_price::text as old_price, i.currency, i.brand, i.category, i.available, i.published_at, i.author, i.updated_at`;

export type ItemSearch = {
  isArticle: boolean;
  shopId?: string | undefined;
  feedId?: string | undefined;
  q?: string | undefined;
  ids?: readonly string[] | undefined;
  limit: number;
  offset: number;
};

const from = ({ sql, tenantId }: TenantDb, { isArticle, shopId, feedId, q = "", ids }: ItemSearch): Fragment => sql`
  from feed_item i join feed f on f.tenant_id = ${tenantId} and f.id = i.feed_id
  where i.tenant_id = ${tenantId} and i.is_article = ${isArticle}
    ${shopId === undefined ? sql`` : sql`and f.shop_id = ${shopId}`}
    ${feedId === undefined ? sql`` : sql`and i.feed_id = ${feedId}`}
    ${q.trim() === "" ? sql`` : sql`and i.search like ${searchPattern(q)}`}
    ${ids === undefined ? sql`` : sql`and i.id = any(${[...ids]}::bigint[])`}`;

/** Articles newest first, products in the order of their feed; asked ids in the order asked. */
export async function searchItems(
  db: TenantDb,
  search: ItemSearch,
): Promise<{ rows: FeedItemRecord[]; total: number }> {
  const { sql } = db;
  const { isArticle, ids, limit, offset } = search;
  const newest = sql`i.published_at desc nulls last, i.id desc`;
  const asked = ids === undefined ? undefined : sql`array_position(${[...ids]}::bigint[], i.id)`;
  const order = asked ?? (isArticle ? newest : sql`i.id`);
  const [rows, counted] = await Promise.all([
    sql<FeedItemRecord[]>`select ${columns(db)} ${from(db, search)} order by ${order} limit ${limit} offset ${offset}`,
    sql<{ total: number }[]>`select count(*)::int as total ${from(db, search)}`,
  ]);
  return { rows, total: singleRow(counted).total };
}

/** What an e-mail shows: the first available products, or the newest articles, that the feed has now. */
export async function listShownItems(db: TenantDb, feedId: string, limit: number): Promise<FeedItemRecord[]> {
  return db.sql<FeedItemRecord[]>`
    select ${columns(db)} from feed_item i join feed f on f.tenant_id = ${db.tenantId} and f.id = i.feed_id
    where i.tenant_id = ${db.tenantId} and i.feed_id = ${feedId} and i.gone_at is null and i.available
    order by case when i.is_article then coalesce(extract(epoch from i.published_at), 0) else 0 end desc,
      case when i.is_article then -i.id else i.id end
    limit ${limit}`;
}
