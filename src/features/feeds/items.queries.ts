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

/** A sale with a period counts at this moment. */
const isOnSale = ({ sql }: TenantDb, at: Date): Fragment => sql`
  (i.sale_price is not null and coalesce(i.sale_from <= ${at}, true) and coalesce(i.sale_until > ${at}, true))`;

const priceAt = (db: TenantDb, at: Date): Fragment =>
  db.sql`case when ${isOnSale(db, at)} then i.sale_price else i.price end`;

/** Columns of `feed_item i` and its `feed f`, with the prices at this moment. */
export const feedItemColumns = (db: TenantDb, at: Date): Fragment => db.sql`
  i.id, i.feed_id, f.shop_id, i.key, i.name, i.description, i.url, i.image_url, (${priceAt(db, at)})::text as price,
  (case when ${isOnSale(db, at)} then nullif(greatest(i.price, i.sale_price), i.sale_price) else i.old_price end)::text
    as old_price, i.currency, i.brand, i.category, i.available, i.published_at, i.author, i.updated_at`;

export type ItemSearch = {
  isArticle: boolean;
  shopId?: string | undefined;
  feedId?: string | undefined;
  q?: string | undefined;
  ids?: readonly string[] | undefined;
  limit: number;
  offset: number;
  /** The moment of the prices. */
  at: Date;
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
  const { isArticle, ids, limit, offset, at } = search;
  const newest = sql`i.published_at desc nulls last, i.id desc`;
  const asked = ids === undefined ? undefined : sql`array_position(${[...ids]}::bigint[], i.id)`;
  const order = asked ?? (isArticle ? newest : sql`i.id`);
  const [rows, counted] = await Promise.all([
    sql<
      FeedItemRecord[]
    >`select ${feedItemColumns(db, at)} ${from(db, search)} order by ${order} limit ${limit} offset ${offset}`,
    sql<{ total: number }[]>`select count(*)::int as total ${from(db, search)}`,
  ]);
  return { rows, total: singleRow(counted).total };
}

/** The items of a feed that an e-mail shows. `category` is the slug of a category path or of its last step. */
export type ShownItems = { readonly feedId: string; readonly limit: number } & (
  | { readonly order: "feed" | "newest" | "cheapest"; readonly category?: string | undefined }
  | { readonly order: "ids"; readonly ids: readonly string[] }
);

/** Only what the feed has now and what is available. */
export async function listShownItems(
  db: TenantDb,
  { isArticle, shown }: { readonly isArticle: boolean; readonly shown: ShownItems },
  at: Date,
): Promise<FeedItemRecord[]> {
  return db.sql<FeedItemRecord[]>`
    select ${feedItemColumns(db, at)} from feed_item i join feed f on f.tenant_id = ${db.tenantId} and f.id = i.feed_id
    where i.tenant_id = ${db.tenantId} and i.feed_id = ${shown.feedId} and i.is_article = ${isArticle}
      and i.gone_at is null and i.available ${shownCondition(db, shown)}
    order by ${shownOrder(db, isArticle, shown, at)} limit ${shown.limit}`;
}

function shownCondition({ sql }: TenantDb, shown: ShownItems): Fragment {
  if (shown.order === "ids") return sql`and i.id = any(${[...shown.ids]}::bigint[])`;
  const { category } = shown;
  if (category === undefined) return sql``;
  const slug = sql`trim('-' from regexp_replace(i.category_key, '[^a-z0-9]+', '-', 'g'))`;
  const last = sql`trim('-' from regexp_replace(regexp_replace(i.category_key, '^.* > ', ''), '[^a-z0-9]+', '-', 'g'))`;
  return sql`and (${slug} = ${category} or ${last} = ${category})`;
}

function shownOrder(db: TenantDb, isArticle: boolean, shown: ShownItems, at: Date): Fragment {
  const { sql } = db;
  if (shown.order === "ids") return sql`array_position(${[...shown.ids]}::bigint[], i.id)`;
  if (isArticle) return sql`i.published_at desc nulls last, i.id desc`;
  if (shown.order === "newest") return sql`i.id desc`;
  return shown.order === "cheapest" ? sql`${priceAt(db, at)} nulls last, i.id` : sql`i.id`;
}
