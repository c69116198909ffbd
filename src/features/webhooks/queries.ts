import { toFragment } from "../../db/sql-node.ts";
import { singleRow } from "../../db/rows.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { Fragment } from "../../db/client.ts";
import { eventCount } from "../../journal/fields.sql.ts";
import { cursorAtNewest, readBound } from "../../journal/journal.ts";
import { firedEvents, type WebhookEvent } from "./events.ts";
import { firesEvent } from "./items.sql.ts";
import type { ClaimedWebhook } from "./claims.queries.ts";

export type WebhookRecord = {
  id: string;
  url: string;
  event: WebhookEvent;
  active: boolean;
  login: string | null;
  password: Buffer | null;
  errorsInRow: number;
  lastResponseCode: number | null;
  lastCallAt: Date | null;
  waiting: number;
  oldestWaitingAt: Date | null;
  createdAt: Date;
};

/** Uncounted entries are looked through up to here; workers count them about every 30 seconds. */
const maxUncountedEntries = 10_000;

/** The items of entries that no run has counted yet, as `fresh (items, oldest_at)`. */
function freshItems({ sql, tenantId }: TenantDb): Fragment {
  const fires = firedEvents.map((event) => sql`when ${event} then ${toFragment(sql, firesEvent(event, tenantId))}`);
  const isFired = fires.reduce((all, each) => sql`${all} ${each}`);
  return sql`
    select coalesce(sum(n.items), 0)::int as items, min(n.at) as oldest_at from (
      select j.at, case when (case w.event ${isFired} end)
        and not pg_visible_in_snapshot(j.tx::text::xid8, w.begun) then ${toFragment(sql, eventCount)} end as items
      from journal j where j.tenant_id = ${tenantId} and (j.tx, j.id) > (w.counted_tx, w.counted_id)
      order by j.tx, j.id limit ${maxUncountedEntries}) n
    where n.items is not null`;
}

export const listWebhooks = async (db: TenantDb, ids?: readonly string[]): Promise<WebhookRecord[]> => db.sql<
  WebhookRecord[]
>`
  select w.id, w.url, w.event, w.active, w.login, w.password, w.errors_in_row, w.last_response_code, w.last_call_at,
    w.waiting + fresh.items as waiting, coalesce(w.oldest_waiting_at, fresh.oldest_at) as oldest_waiting_at, w.created_at
  from webhook w cross join lateral (${freshItems(db)}) fresh
  where w.tenant_id = ${db.tenantId} ${ids === undefined ? db.sql`` : db.sql`and w.id = any(${[...ids]}::bigint[])`}
  order by w.id`;

export async function findWebhook(db: TenantDb, id: string): Promise<WebhookRecord | undefined> {
  const [row] = await listWebhooks(db, [id]);
  return row;
}

export async function countWebhooks(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ total: number }[]>`
    select count(*)::int as total from webhook where tenant_id = ${db.tenantId}`;
  return singleRow(rows).total;
}

export type NewWebhook = Pick<WebhookRecord, "url" | "event" | "active" | "login" | "password" | "createdAt">;

/** Begins at the newest entry. Undefined when there is one for the same address and event. */
export async function insertWebhook(db: TenantDb, webhook: NewWebhook): Promise<string | undefined> {
  const { sql, tenantId } = db;
  const { url, event, active, login, password, createdAt } = webhook;
  const bound = await readBound(db);
  const [row] = await sql<{ id: string }[]>`
    insert into webhook (tenant_id, url, event, active, login, password, created_at, due_at, begun, tx, entry_id,
      counted_tx, counted_id)
    select ${tenantId}, ${url}, ${event}, ${active}, ${login}, ${password}, ${createdAt}, ${createdAt},
      ${bound.snapshot}::pg_snapshot, ${cursorAtNewest(sql, bound)}, ${cursorAtNewest(sql, bound)}
    on conflict (tenant_id, event, md5(url)) do nothing returning id`;
  return row?.id;
}

export type WebhookWrite = Partial<Pick<WebhookRecord, "url" | "event" | "active" | "login" | "password">> & {
  readonly errorsInRow?: number;
  /** The next one: a run in progress records nothing more. */
  readonly revision: number;
};

/** A unique violation when another one has the same address and event. */
export async function updateWebhook({ sql, tenantId }: TenantDb, id: string, change: WebhookWrite): Promise<void> {
  await sql`update webhook set ${sql(change)} where tenant_id = ${tenantId} and id = ${id}`;
}

/** Begins at the newest entry again. */
export async function restartWebhook(db: TenantDb, id: string): Promise<void> {
  const { sql, tenantId } = db;
  const bound = await readBound(db);
  await sql`
    update webhook set (begun, tx, entry_id, counted_tx, counted_id, done, waiting, oldest_waiting_at) =
      (${bound.snapshot}::pg_snapshot, ${cursorAtNewest(sql, bound)}, ${cursorAtNewest(sql, bound)}, 0, 0, null::timestamptz)
    where tenant_id = ${tenantId} and id = ${id}`;
}

export type LockedWebhook = Pick<WebhookRecord, "event" | "password"> & { revision: number };

export async function lockWebhook({ sql, tenantId }: TenantDb, id: string): Promise<LockedWebhook | undefined> {
  const [row] = await sql<LockedWebhook[]>`
    select event, password, revision from webhook where tenant_id = ${tenantId} and id = ${id} for update`;
  return row;
}

export async function deleteWebhook({ sql, tenantId }: TenantDb, id: string): Promise<boolean> {
  const { count } = await sql`delete from webhook where tenant_id = ${tenantId} and id = ${id}`;
  return count > 0;
}

/** A webhook of the company shows the relay's replies. */
export async function areRepliesRead({ sql, tenantId }: TenantDb): Promise<boolean> {
  const rows = await sql`
    select from webhook where tenant_id = ${tenantId} and event in ('sent_email', 'delivery_status') limit 1`;
  return rows.length > 0;
}

export type ParkedTarget = Pick<ClaimedWebhook, "url" | "event" | "login" | "password" | "begun">;

/** The webhook that has passed an item; undefined when it was deleted. */
export async function findParkedTarget({ sql, tenantId }: TenantDb, id: string): Promise<ParkedTarget | undefined> {
  const [row] = await sql<ParkedTarget[]>`
    select url, event, login, password, begun::text from webhook where tenant_id = ${tenantId} and id = ${id}`;
  return row;
}
