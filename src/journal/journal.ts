import { acrossNodes, type Companies } from "../db/distribution/across-nodes.ts";
import type { Fragment, SqlTag } from "../db/client.ts";
import { forceGenericPlan } from "../db/generic-plan.ts";
import { singleRow } from "../db/rows.ts";
import { node, toFragment, type SqlNode } from "../db/sql-node.ts";
import type { DistributedHandle, SystemDb, TenantDb } from "../db/tenant.ts";
import { appendRows } from "./append.sql.ts";
import type { KnownEvent, NewJournalEntry } from "./entry.ts";
import type { EntryOf, JournalEvent } from "./event.ts";
import { eventCount, isEventOf } from "./fields.sql.ts";

/** Writes entries in the transaction of the change that they record. */
export async function appendEntries(db: TenantDb, entries: readonly NewJournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = appendRows({
    tenantId: db.tenantId,
    at: node`e.at`,
    from: node`from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e(at timestamptz, type text, "contactId" bigint, payload jsonb)`,
  });
  await db.sql`${toFragment(db.sql, rows)}`;
}

/** New facts of an entry that exists. */
export type EntryPayload = { readonly id: string; readonly at: Date; readonly payload: object };

/**
 * For a revised verdict only. Readers get an entry before or after the change, so that it has to mean the same for those
 * that count; the change itself is an entry of its own.
 */
export async function replacePayloads({ sql, tenantId }: TenantDb, entries: readonly EntryPayload[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    with change as materialized (
      select e.id, e.at, e.payload from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
        as e(id bigint, at timestamptz, payload jsonb)
    )
    update journal j set payload = change.payload from change
    where j.tenant_id = ${tenantId} and j.id = change.id and j.at = change.at`;
}

/** An assistant and the member for whom it acts. */
export type Attribution = { readonly client: string; readonly memberId: string };

/** From here to its end, entries of the transaction name the assistant. */
export async function attributeEntries(db: TenantDb, assistant: Attribution): Promise<void> {
  await db.sql`select set_config('postrider.assistant', ${JSON.stringify(assistant)}, true)`;
}

/** For an erasure; otherwise the journal only grows. */
export async function deleteEntriesOfContact(db: TenantDb, contactId: string): Promise<void> {
  await db.sql`
    with gone as (delete from journal where tenant_id = ${db.tenantId} and contact_id = ${contactId} returning tx, id)
    delete from parked_journal_entry p using gone
    where p.tenant_id = ${db.tenantId} and p.tx = gone.tx and p.id = gone.id`;
}

/** A position in the journal. */
export type JournalCursor = { tx: string; id: string };

/** The entries after one position, up to and including another. */
export type JournalRange = { readonly after: JournalCursor; readonly to: JournalCursor };

export const isAfter = (left: JournalCursor, right: JournalCursor): boolean =>
  left.tx === right.tx ? BigInt(left.id) > BigInt(right.id) : BigInt(left.tx) > BigInt(right.tx);

/** The range of a single entry. */
export const toRange = ({ tx, id }: JournalCursor): JournalRange => ({
  after: { tx, id: String(BigInt(id) - 1n) },
  to: { tx, id },
});

/** Over `journal` as `j`. */
export const inRange = ({ tenantId }: TenantDb, { after, to }: JournalRange): SqlNode => node`
  j.tenant_id = ${tenantId} and (j.tx, j.id) > (${after.tx}, ${after.id}) and (j.tx, j.id) <= (${to.tx}, ${to.id})`;

type ReadOptions<Event extends JournalEvent> = {
  readonly limit?: number;
  /** All events when left out. */
  readonly events?: readonly Event[] | undefined;
  /** Checked before reading: when false, the cursor moves on without reading the entries. */
  readonly isEnabled?: ((db: TenantDb) => Promise<boolean>) | undefined;
  /** Checked before reading: while true, the cursor stays where it is. */
  readonly isHeld?: ((db: TenantDb) => Promise<boolean>) | undefined;
  /** The last entry to read. */
  readonly until?: JournalCursor | undefined;
};

/**
 * Gives a reader the next entries and moves its cursor in the same transaction, so that an effect written with the
 * given handle happens exactly once. Only entries below the oldest running transaction are read: a transaction that
 * commits later cannot have an earlier position. Returns how many events were handled, counting an entry of many contacts
 * as many; 0 also while another process reads for the same company.
 */
export function readEntries<Event extends JournalEvent = KnownEvent>(
  db: TenantDb,
  reader: string,
  handle: (db: TenantDb, entries: readonly EntryOf<Event>[]) => Promise<void>,
  { limit = maxEntriesPerRead, events: wanted, isEnabled, isHeld, until }: ReadOptions<Event> = {},
): Promise<number> {
  return db.transaction(async (inner) => {
    const cursor = await lockCursor(inner, reader);
    const newest = cursor && (await findNewestSettled(inner, cursor, until));
    if (cursor === undefined || newest === undefined) return 0;
    if (isEnabled !== undefined && !(await isEnabled(inner))) {
      await moveCursor(inner, reader, newest);
      return 0;
    }
    if (isHeld !== undefined && (await isHeld(inner))) return 0;
    const entries = await listEntriesIn(inner, { after: cursor, to: newest }, { limit, events: wanted });
    if (entries.length > 0) await handle(inner, entries);
    const events = entries.reduce((sum, entry) => sum + entry.events, 0);
    // Entries of other events are skipped.
    await moveCursor(inner, reader, events < limit ? newest : (entries.at(-1) ?? newest));
    return events;
  });
}

export const maxEntriesPerRead = 500;

const isUpTo = (sql: SqlTag, until: JournalCursor | undefined): Fragment =>
  until === undefined ? sql`` : sql`and (tx, id) <= (${until.tx}, ${until.id})`;

/** The newest entry that no running transaction can still insert an older one before. */
async function findNewestSettled(
  { sql, tenantId }: TenantDb,
  { tx, id, bound }: LockedCursor,
  until: JournalCursor | undefined,
): Promise<JournalCursor | undefined> {
  const [newest] = await sql<JournalCursor[]>`
    select tx, id from journal where tenant_id = ${tenantId} and (tx, id) > (${tx}, ${id}) and tx < ${bound} ${isUpTo(sql, until)}
    order by tx desc, id desc limit 1`;
  return newest;
}

/** The transactions below `bound` have ended; `snapshot` tells also which of the later ones have. */
export type JournalBound = { readonly bound: string; readonly snapshot: string };

/**
 * Asked in a statement of its own, before the entries are read. A statement that names a table of a company runs on the
 * node of the company, whose transactions have other numbers than `tx`, which the coordinator of a cluster assigns.
 */
export async function readBound(db: DistributedHandle): Promise<JournalBound> {
  const rows = await db.sql<JournalBound[]>`
    select pg_snapshot_xmin(s.snapshot)::text as bound, s.snapshot::text as snapshot, ${keepNumbers(db)} as numbers
    from (select pg_current_snapshot() as snapshot) s`;
  return singleRow(rows);
}

/**
 * Makes the numbers below the bound durable on the coordinator of a cluster. Its transactions write on the nodes only, so
 * that it commits them without waiting for its own log: after a crash it would give the same numbers again, to entries that
 * the cursors have passed.
 */
const keepNumbers = ({ sql, isDistributed }: DistributedHandle): Fragment =>
  isDistributed ? sql`pg_logical_emit_message(false, 'postrider', '', true)` : sql`null`;

/**
 * Whether the node of the company waits for the second phase of a commit. The coordinator has ended such a transaction, so
 * that it is below the bound, but its entries are not visible yet. To be asked between the bound and the entries.
 */
const isCommitPending = ({ sql, isDistributed }: TenantDb): Fragment =>
  isDistributed ? sql`exists (select from pg_prepared_xact() as p where p.gid like 'citus\\_%')` : sql`false`;

/** Entries of the company below it are visible to the statements that follow. 0 while some may not be yet. */
export async function findVisibleBound(db: TenantDb): Promise<string> {
  const { bound } = await readBound(db);
  if (!db.isDistributed) return bound;
  const rows = await db.sql<{ isPending: boolean }[]>`
    select ${isCommitPending(db)} as is_pending from company where tenant_id = ${db.tenantId}`;
  return singleRow(rows).isPending ? "0" : bound;
}

/**
 * The same for a reader that works on entries inside the database, many at a time: it gets the bounds of a range. All
 * transactions of the range have ended, so that every statement of the handler sees the same entries.
 */
export function readRange(
  db: TenantDb,
  reader: string,
  handle: (db: TenantDb, range: JournalRange) => Promise<void>,
  { limit = maxEntriesPerRange, until }: Pick<ReadOptions<JournalEvent>, "limit" | "until"> = {},
): Promise<number> {
  return db.transaction(async (inner) => {
    const cursor = await lockCursor(inner, reader);
    if (cursor === undefined) return 0;
    const last = await findRangeEnd(inner, cursor, { limit, until });
    if (last === undefined) return 0;
    const to = { tx: last.tx, id: last.id };
    await handle(inner, { after: cursor, to });
    await moveCursor(inner, reader, to);
    return last.count;
  });
}

export const maxEntriesPerRange = 10_000;

/** The reader has succeeded, or passed what it could not process: the count of its failures begins anew. */
export const moveCursor = (db: TenantDb, reader: string, to: JournalCursor) => db.sql`
  update journal_cursor set tx = ${to.tx}, id = ${to.id}, failures = 0, retry_at = null where tenant_id = ${db.tenantId} and reader = ${reader}`;

/** The last of the next entries, and how many events they are, counting an entry of many contacts as many. */
async function findRangeEnd(
  db: TenantDb,
  cursor: LockedCursor,
  { limit, until }: { readonly limit: number; readonly until: JournalCursor | undefined },
): Promise<(JournalCursor & { count: number }) | undefined> {
  const [last] = await db.sql<(JournalCursor & { count: number })[]>`
    select tx, id, count from (
      select tx, id, events, (sum(events) over (order by tx, id))::int as count from (
        select tx, id, ${toFragment(db.sql, eventCount)} as events from journal j
        where tenant_id = ${db.tenantId} and (tx, id) > (${cursor.tx}, ${cursor.id})
          and tx < ${cursor.bound} ${isUpTo(db.sql, until)}
        order by tx, id limit ${limit}) entry
    ) next where count - events < ${limit} order by count desc limit 1`;
  return last;
}

type LockedCursor = JournalCursor & { readonly bound: string };

/** Undefined also while entries below the bound may be invisible. Both statements are sent at once. */
async function lockCursor(db: TenantDb, reader: string): Promise<LockedCursor | undefined> {
  const { sql, tenantId } = db;
  const [{ bound }, [cursor]] = await Promise.all([
    readBound(db),
    sql<(JournalCursor & { isPending: boolean })[]>`
      select tx, id, ${isCommitPending(db)} as is_pending, ${forceGenericPlan(db)} as planning from journal_cursor
      where tenant_id = ${tenantId} and reader = ${reader} for update skip locked`,
  ]);
  return cursor === undefined || cursor.isPending ? undefined : { tx: cursor.tx, id: cursor.id, bound };
}

export async function listEntriesIn<Event extends JournalEvent>(
  db: TenantDb,
  range: JournalRange,
  { limit, events }: { limit: number; events: readonly Event[] | undefined },
): Promise<(EntryOf<Event> & { events: number })[]> {
  const { sql } = db;
  const count = toFragment(sql, eventCount);
  const isWanted = events === undefined ? sql`` : sql`and ${toFragment(sql, isEventOf(events))}`;
  return sql<(EntryOf<Event> & { events: number })[]>`
    select id, tx, at, type, contact_id, payload, events from (
      select j.*, ${count} as events, sum(${count}) over (order by tx, id) as total from journal j
      where ${toFragment(sql, inRange(db, range))} ${isWanted} order by tx, id limit ${limit}
    ) next where total - events < ${limit} order by tx, id`;
}

/**
 * A new reader begins behind the newest entry below the oldest running transaction. It misses nothing that is written from
 * now on; while an older transaction is open it may also get entries written since that one began.
 */
export async function openCursor(db: TenantDb, reader: string): Promise<void> {
  const bound = await readBound(db);
  await db.sql`
    insert into journal_cursor (tenant_id, reader, tx, id)
    select ${db.tenantId}, ${reader}, ${cursorAtNewest(db.sql, bound)}
    on conflict do nothing`;
}

const maxId = "9223372036854775807";

/** The columns `tx` and `id` of a cursor at that position. */
export const cursorAtNewest = (sql: SqlTag, { bound }: JournalBound): Fragment => sql`
  ${bound}::bigint - 1, ${maxId}::bigint`;

/** The position behind every entry below the bound. */
export const positionBefore = (bound: string): JournalCursor => ({ tx: String(BigInt(bound) - 1n), id: maxId });

/** Whether the position is behind all entries of its transaction. */
export const isBehindTransaction = ({ id }: JournalCursor): boolean => id === maxId;

/** The newest entry of each company that readers may read. */
export async function listNewestEntries(
  db: SystemDb,
  tenantIds: readonly string[],
): Promise<ReadonlyMap<string, JournalCursor>> {
  const { bound } = await readBound(db);
  const newest = (of: Companies) => db.sql<(JournalCursor & { tenantId: string })[]>`
    select o.tenant_id, newest.tx, newest.id from ${of.table("company")} o
    cross join lateral (
      select j.tx, j.id from ${of.table("journal")} j where j.tenant_id = o.tenant_id and j.tx < ${bound}
      order by j.tx desc, j.id desc limit 1) newest
    where o.tenant_id = any(${[...tenantIds]}::bigint[])`;
  const rows = await acrossNodes(db, newest);
  return new Map(rows.map(({ tenantId, tx, id }) => [tenantId, { tx, id }]));
}

/** Those that are due: a reader that failed waits. */
export async function listReadersBehind(
  db: SystemDb,
  readers: readonly string[],
  now: Date,
): Promise<{ tenantId: string; reader: string }[]> {
  const { bound } = await readBound(db);
  const behind = (of: Companies) => db.sql<{ tenantId: string; reader: string }[]>`
    select c.tenant_id, c.reader from ${of.table("company")} o
    cross join lateral (
      select j.tx, j.id from ${of.table("journal")} j where j.tenant_id = o.tenant_id and j.tx < ${bound}
      order by j.tx desc, j.id desc limit 1) newest
    join ${of.table("journal_cursor")} c on c.tenant_id = o.tenant_id and (c.tx, c.id) < (newest.tx, newest.id)
    where c.reader = any(${[...readers]}) and coalesce(c.retry_at, '-infinity') <= ${now}`;
  return acrossNodes(db, behind);
}
