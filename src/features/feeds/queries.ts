import type { Fragment } from "../../db/client.ts";
import { orderBy } from "../../db/order-by.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { escapeLike } from "../../kernel/text.ts";
import type { CsvMapping, FeedErrorCode, FeedKind } from "./shapes.ts";

export type RefreshProblem = { item: string; code: string };

export type RefreshResult = {
  at: string;
  source: "url" | "upload";
  created: number;
  updated: number;
  unchanged: number;
  removed: number;
  invalid: number;
  problems: RefreshProblem[];
};

export type FeedRecord = {
  id: string;
  name: string;
  shopId: string;
  kind: FeedKind;
  url: string | null;
  refreshMinutes: number;
  currency: string;
  mapping: CsvMapping | null;
  status: "pending" | "refreshing" | "ok" | "error";
  error: FeedErrorCode | null;
  items: number;
  lastRefreshAt: Date | null;
  nextRefreshAt: Date | null;
  lastResult: RefreshResult | null;
  createdAt: Date;
};

const columns = ({ sql }: TenantDb): Fragment => sql`
  f.id, f.name, f.shop_id, f.kind, f.url, f.refresh_minutes, f.currency, f.mapping, f.status, f.error, f.items,
  f.last_refresh_at, f.next_refresh_at, f.last_result, f.created_at`;

export type FeedFilters = { q?: string; shop?: string };

export async function listFeeds(
  db: TenantDb,
  { q = "", shop }: FeedFilters,
  { sort, limit, offset }: { sort: string; limit: number; offset: number },
): Promise<{ rows: FeedRecord[]; total: number }> {
  const { sql } = db;
  const order = orderBy(db, sort, { id: sql`f.id`, name: sql`lower(f.name)`, createdAt: sql`f.created_at` });
  const where = sql`
    f.tenant_id = ${db.tenantId}
    ${q.trim() === "" ? sql`` : sql`and fold(f.name) like fold(${`%${escapeLike(q.trim())}%`})`}
    ${shop === undefined ? sql`` : sql`and f.shop_id = ${shop}`}`;
  const [rows, counted] = await Promise.all([
    sql<FeedRecord[]>`
      select ${columns(db)} from feed f where ${where} order by ${order} limit ${limit} offset ${offset}`,
    sql<{ total: number }[]>`select count(*)::int as total from feed f where ${where}`,
  ]);
  return { rows, total: singleRow(counted).total };
}

export async function findFeed(db: TenantDb, id: string): Promise<FeedRecord | undefined> {
  const [row] = await db.sql<FeedRecord[]>`
    select ${columns(db)} from feed f where f.tenant_id = ${db.tenantId} and f.id = ${id}`;
  return row;
}

export async function countFeeds(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from feed where tenant_id = ${db.tenantId}`;
  return singleRow(rows).total;
}

export type FeedNames = { id: string; name: string; shopId: string };

/** The feeds of products or of articles. */
export async function listFeedNames(
  db: TenantDb,
  { isArticle, shopId }: { isArticle: boolean; shopId: string | undefined },
): Promise<FeedNames[]> {
  return db.sql<FeedNames[]>`
    select id, name, shop_id from feed
    where tenant_id = ${db.tenantId} and (kind = 'rss') = ${isArticle}
      ${shopId === undefined ? db.sql`` : db.sql`and shop_id = ${shopId}`}
    order by lower(name), id`;
}

export type FeedWrite = Pick<FeedRecord, "name" | "url" | "refreshMinutes" | "currency" | "nextRefreshAt"> & {
  mapping: CsvMapping | null;
};

export async function insertFeed(
  db: TenantDb,
  { mapping, ...feed }: FeedWrite & Pick<FeedRecord, "shopId" | "kind" | "createdAt">,
): Promise<string> {
  const rows = await db.sql<{ id: string }[]>`
    insert into feed (tenant_id, name, url, refresh_minutes, currency, next_refresh_at, shop_id, kind, created_at, mapping)
    values (${db.tenantId}, ${feed.name}, ${feed.url}, ${feed.refreshMinutes}, ${feed.currency}, ${feed.nextRefreshAt},
      ${feed.shopId}, ${feed.kind}, ${feed.createdAt}, ${mapping === null ? null : JSON.stringify(mapping)}::jsonb)
    returning id`;
  return singleRow(rows).id;
}

/** What is known of the last download does not hold for another address or mapping. */
export async function updateFeed(db: TenantDb, id: string, { mapping, ...feed }: FeedWrite): Promise<void> {
  await db.sql`
    update feed set ${db.sql(feed)}, mapping = ${mapping === null ? null : JSON.stringify(mapping)}::jsonb,
      etag = null, last_modified = null
    where tenant_id = ${db.tenantId} and id = ${id}`;
}

export async function lockFeed(db: TenantDb, id: string): Promise<FeedRecord | undefined> {
  const [row] = await db.sql<FeedRecord[]>`
    select ${columns(db)} from feed f where f.tenant_id = ${db.tenantId} and f.id = ${id} for no key update`;
  return row;
}

/** Nothing names the feed anew until the transaction ends. */
export async function lockFeedForDeletion(db: TenantDb, id: string): Promise<boolean> {
  const rows = await db.sql`select from feed where tenant_id = ${db.tenantId} and id = ${id} for update`;
  return rows.length === 1;
}

export async function deleteFeed(db: TenantDb, id: string): Promise<void> {
  await db.sql`delete from feed where tenant_id = ${db.tenantId} and id = ${id}`;
}
