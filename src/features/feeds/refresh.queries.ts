import { claimAcrossCompanies } from "../../db/distribution/claims.ts";
import type { SystemDb, TenantDb } from "../../db/tenant.ts";
import { fold } from "../../kernel/text.ts";
import type { FeedItemContent } from "./raw-item.ts";
import type { FeedRecord, RefreshResult } from "./queries.ts";
import type { FeedErrorCode } from "./shapes.ts";

export type StartedRefresh = Pick<FeedRecord, "id" | "name" | "kind" | "url" | "currency" | "mapping" | "items"> & {
  run: number;
  etag: string | null;
  lastModified: string | null;
  wasOk: boolean;
};

/** Starts a refresh; an older one that is still running will be discarded. Undefined for a deleted feed. */
export async function startRefresh(db: TenantDb, feedId: string): Promise<StartedRefresh | undefined> {
  return db.transaction(async ({ sql, tenantId }) => {
    const [feed] = await sql<StartedRefresh[]>`
      with before as (
        select status from feed where tenant_id = ${tenantId} and id = ${feedId} for update
      )
      update feed f set run = run + 1, status = 'refreshing' from before
      where f.tenant_id = ${tenantId} and f.id = ${feedId}
      returning f.id, f.name, f.kind, f.url, f.currency, f.mapping, f.items, f.run, f.etag, f.last_modified,
        f.error is null as was_ok`;
    if (feed !== undefined) await sql`delete from feed_change where tenant_id = ${tenantId} and feed_id = ${feedId}`;
    return feed;
  });
}

const keysPerRow = 10_000;
const [fieldEnd, keyEnd] = ["\u001f", "\u001e"];

/**
 * The hash of every stored item by its key, to compare with; empty for an item that vanished. Many keys come in one row, which
 * is several times faster than a row each; keys contain no control characters.
 */
export async function listStoredHashes(db: TenantDb, feedId: string): Promise<Map<string, string>> {
  const rows = await db.sql<{ keys: string }[]>`
    select string_agg(key || ${fieldEnd}::text || hash, ${keyEnd}::text) as keys from (
      select key, case when gone_at is null then hash else '' end as hash, (row_number() over ()) / ${keysPerRow}::int as part
      from feed_item where tenant_id = ${db.tenantId} and feed_id = ${feedId}) k
    group by part`;
  const hashes = new Map<string, string>();
  for (const { keys } of rows) {
    for (const pair of keys.split(keyEnd)) {
      const end = pair.indexOf(fieldEnd);
      hashes.set(pair.slice(0, end), pair.slice(end + 1));
    }
  }
  return hashes;
}

export type FeedChange = { position: number; key: string; item: (FeedItemContent & { hash: string }) | null };

type RefreshRun = { readonly id: string; readonly run: number };

export async function insertChanges(
  db: TenantDb,
  { id, run }: RefreshRun,
  changes: readonly FeedChange[],
): Promise<void> {
  const rows = changes.map(({ position, key, item }) => ({
    position,
    key,
    item: item && { ...item, ...foldedColumns(item) },
  }));
  await db.sql`
    insert into feed_change (tenant_id, feed_id, run, position, key, item)
    select ${db.tenantId}, ${id}, ${run}, c.position, c.key, nullif(c.item, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(position int, key text, item jsonb)`;
}

const foldedColumns = ({ key, name, brand, category }: FeedItemContent) => ({
  search: ` ${fold([name, key, brand ?? ""].join(" ")).replace(/\s+/g, " ")}`,
  codeKey: fold(key),
  categoryKey: category === null ? null : fold(category),
  brandKey: brand === null ? null : fold(brand),
});

export type FinishedRefresh = {
  readonly result: RefreshResult;
  readonly items: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly isArticle: boolean;
  readonly at: Date;
};

/** Applies all changes at once. False when a newer refresh has started or the feed is gone: then nothing is written. */
export async function applyRefresh(
  db: TenantDb,
  { id, run }: RefreshRun,
  { result, items, etag, lastModified, isArticle, at }: FinishedRefresh,
): Promise<boolean> {
  return db.transaction(async ({ sql, tenantId }) => {
    const locked = await sql`
      update feed set status = 'ok', error = null, items = ${items}, etag = ${etag}, last_modified = ${lastModified},
        last_refresh_at = ${at}, last_result = ${JSON.stringify(result)}::jsonb
      where tenant_id = ${tenantId} and id = ${id} and run = ${run} returning id`;
    if (locked.length === 0) return false;
    await sql`
      insert into feed_item as t (tenant_id, feed_id, key, is_article, name, description, url, image_url, price, old_price,
        currency, brand, category, available, published_at, author, sale_price, sale_from, sale_until, hash, search, code_key,
        category_key, brand_key, updated_at)
      select ${tenantId}, ${id}, c.key, ${isArticle}, i.name, i.description, i.url, i."imageUrl", i.price, i."oldPrice",
        i.currency, i.brand, i.category, i.available, i."publishedAt", i.author, i."salePrice", i."saleFrom", i."saleUntil", i.hash, i.search, i."codeKey",
        i."categoryKey", i."brandKey", ${at}
      from feed_change c, jsonb_to_record(c.item) as i(name text, description text, url text, "imageUrl" text,
        price numeric, "oldPrice" numeric, currency text, brand text, category text, available boolean,
        "publishedAt" timestamptz, author text, "salePrice" numeric, "saleFrom" timestamptz, "saleUntil" timestamptz, hash text, search text, "codeKey" text, "categoryKey" text,
        "brandKey" text)
      where c.tenant_id = ${tenantId} and c.feed_id = ${id} and c.run = ${run} and c.item is not null
      order by c.position
      on conflict (tenant_id, feed_id, key) do update set name = excluded.name, description = excluded.description,
        url = excluded.url, image_url = excluded.image_url, price = excluded.price, old_price = excluded.old_price,
        currency = excluded.currency, brand = excluded.brand, category = excluded.category,
        available = excluded.available, published_at = excluded.published_at, author = excluded.author,
        sale_price = excluded.sale_price, sale_from = excluded.sale_from, sale_until = excluded.sale_until,
        hash = excluded.hash, search = excluded.search, code_key = excluded.code_key,
        category_key = excluded.category_key, brand_key = excluded.brand_key, gone_at = null,
        updated_at = excluded.updated_at`;
    // Without statistics of the changes the planner would compare every item with every change.
    await sql`
      with vanished as materialized (
        select key from feed_change
        where tenant_id = ${tenantId} and feed_id = ${id} and run = ${run} and item is null
      )
      update feed_item t set gone_at = ${at}, available = false, updated_at = ${at} from vanished v
      where t.tenant_id = ${tenantId} and t.feed_id = ${id} and t.key = v.key`;
    await sql`delete from feed_change where tenant_id = ${tenantId} and feed_id = ${id}`;
    return true;
  });
}

/** The feed was not modified (304). */
export async function finishUnchanged(db: TenantDb, { id, run }: RefreshRun, at: Date): Promise<void> {
  await db.sql`
    update feed set status = 'ok', error = null, last_refresh_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id} and run = ${run}`;
}

/** What was there stays. */
export async function failRefresh(
  db: TenantDb,
  { id, run }: RefreshRun,
  { error, at }: { error: FeedErrorCode; at: Date },
): Promise<boolean> {
  return db.transaction(async ({ sql, tenantId }) => {
    const rows = await sql`
      update feed set status = 'error', error = ${error}, last_refresh_at = ${at}
      where tenant_id = ${tenantId} and id = ${id} and run = ${run} returning id`;
    if (rows.length === 0) return false;
    await sql`delete from feed_change where tenant_id = ${tenantId} and feed_id = ${id}`;
    return true;
  });
}

export type DueFeed = { tenantId: string; id: string };

/** Takes the feeds whose time has come and plans their next refresh. */
export async function claimDueFeeds(db: SystemDb, now: Date, limit: number): Promise<DueFeed[]> {
  const { sql } = db;
  return claimAcrossCompanies(db, {
    limit,
    listCompanies: (of) =>
      sql<{ tenantId: string }[]>`select distinct tenant_id from ${of.table("feed")} where next_refresh_at <= ${now}`,
    column: sql`f.tenant_id`,
    claim: (ofCompany, atMost) => sql<DueFeed[]>`
      with due as (
        select f.tenant_id, f.id, case when f.refresh_minutes > 0 and f.url is not null
          then ${now}::timestamptz + make_interval(mins => f.refresh_minutes) end as next_at
        from feed f where f.next_refresh_at <= ${now} and ${ofCompany}
        order by f.next_refresh_at limit ${atMost} for update skip locked
      )
      update feed f set next_refresh_at = due.next_at from due
       where f.tenant_id = due.tenant_id and f.id = due.id and ${ofCompany}
      returning f.tenant_id, f.id`,
  });
}

export async function deleteGoneItems(db: TenantDb, before: Date): Promise<void> {
  await db.sql`delete from feed_item where tenant_id = ${db.tenantId} and gone_at < ${before}`;
}
