import type { SystemDb, TenantDb } from "../db/tenant.ts";
import type { JournalEntry, NewEntry } from "./entry.ts";

/** Written in the transaction of the change it tells of. */
export async function append(db: TenantDb, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await db.sql`
    insert into journal (tenant_id, at, type, contact_id, payload)
    select ${db.tenantId}, e.at, e.type, e."contactId", e.payload
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e(at timestamptz, type text, "contactId" bigint, payload jsonb)`;
}

/** A place in the journal. */
export type Cursor = { tx: string; id: string };

/** The entries after one place, up to and with another. */
export type JournalRange = { readonly after: Cursor; readonly to: Cursor };

/**
 * Gives a reader the next entries and moves its cursor in the same transaction, so that an effect written with the
 * given handle happens exactly once. Only entries below the oldest running transaction are read: a transaction that
 * commits later cannot have an earlier place. Answers how many entries were handled; 0 also when another process is
 * just reading for this company.
 */
export function readOn(
  db: TenantDb,
  reader: string,
  handle: (db: TenantDb, entries: readonly JournalEntry[]) => Promise<void>,
  limit = 500,
): Promise<number> {
  return db.transaction(async (inner) => {
    const cursor = await lockCursor(inner, reader);
    if (cursor === undefined) return 0;
    const entries = await listAfter(inner, cursor, limit);
    const last = entries.at(-1);
    if (last === undefined) return 0;
    await handle(inner, entries);
    await moveCursor(inner, reader, last);
    return entries.length;
  });
}

/**
 * The same for a reader that works on entries inside the database, many at a time: it is told from where to where. All
 * transactions of the range have ended, so that every statement of the handler sees the same entries.
 */
export function readRangeOn(
  db: TenantDb,
  reader: string,
  handle: (db: TenantDb, range: JournalRange) => Promise<void>,
  limit = 10_000,
): Promise<number> {
  return db.transaction(async (inner) => {
    const cursor = await lockCursor(inner, reader);
    if (cursor === undefined) return 0;
    const last = await findLast(inner, cursor, limit);
    if (last === undefined) return 0;
    const to = { tx: last.tx, id: last.id };
    await handle(inner, { after: cursor, to });
    await moveCursor(inner, reader, to);
    return last.count;
  });
}

const moveCursor = (db: TenantDb, reader: string, to: Cursor) => db.sql`
  update journal_cursor set tx = ${to.tx}, id = ${to.id} where tenant_id = ${db.tenantId} and reader = ${reader}`;

/** The last of the next entries, and how many they are. */
async function findLast(
  db: TenantDb,
  cursor: Cursor,
  limit: number,
): Promise<(Cursor & { count: number }) | undefined> {
  const [last] = await db.sql<(Cursor & { count: number })[]>`
    select tx, id, count from (
      select tx, id, (row_number() over (order by tx, id))::int as count from journal
      where tenant_id = ${db.tenantId} and (tx, id) > (${cursor.tx}, ${cursor.id})
        and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      order by tx, id limit ${limit}
    ) next order by count desc limit 1`;
  return last;
}

async function lockCursor(db: TenantDb, reader: string): Promise<Cursor | undefined> {
  const [cursor] = await db.sql<Cursor[]>`
    select tx, id from journal_cursor where tenant_id = ${db.tenantId} and reader = ${reader} for update skip locked`;
  return cursor;
}

async function listAfter(db: TenantDb, cursor: Cursor, limit: number): Promise<JournalEntry[]> {
  return db.sql<JournalEntry[]>`
    select id, tx, at, type, contact_id, payload from journal
    where tenant_id = ${db.tenantId} and (tx, id) > (${cursor.tx}, ${cursor.id})
      and tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by tx, id limit ${limit}`;
}

/**
 * A new reader begins at the newest entry that is certain. It misses nothing that happens from now on; while an older
 * transaction is still open it may also hear what was written since that one began.
 */
export async function openCursor(db: TenantDb, reader: string): Promise<void> {
  await db.sql`
    insert into journal_cursor (tenant_id, reader, tx, id)
    values (${db.tenantId}, ${reader}, pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1, ${maxId})
    on conflict do nothing`;
}

const maxId = "9223372036854775807";

export async function listReadersBehind(
  db: SystemDb,
  readers: readonly string[],
): Promise<{ tenantId: string; reader: string }[]> {
  return db.sql<{ tenantId: string; reader: string }[]>`
    select c.tenant_id, c.reader from journal_cursor c
    where c.reader = any(${[...readers]}) and exists (
      select from journal j where j.tenant_id = c.tenant_id and (j.tx, j.id) > (c.tx, c.id)
        and j.tx < pg_snapshot_xmin(pg_current_snapshot())::text::bigint)`;
}
