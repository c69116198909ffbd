import { acrossNodes } from "../db/distribution/across-nodes.ts";
import type { Fragment } from "../db/client.ts";
import { nextAttemptAt } from "../db/backoff.sql.ts";
import { node, toFragment } from "../db/sql-node.ts";
import type { SystemDb, TenantDb } from "../db/tenant.ts";
import { backoffs } from "../kernel/backoff.ts";
import type { JournalEvent } from "./event.ts";
import { isEventOf } from "./fields.sql.ts";
import type { JournalCursor } from "./journal.ts";

export async function findCursor({ sql, tenantId }: TenantDb, reader: string): Promise<JournalCursor | undefined> {
  const [cursor] = await sql<JournalCursor[]>`
    select tx, id from journal_cursor where tenant_id = ${tenantId} and reader = ${reader}`;
  return cursor;
}

export async function lockCursor({ sql, tenantId }: TenantDb, reader: string): Promise<JournalCursor | undefined> {
  const [cursor] = await sql<JournalCursor[]>`
    select tx, id from journal_cursor where tenant_id = ${tenantId} and reader = ${reader} for update`;
  return cursor;
}

/** The next attempt is due after 1, 2, 4 … seconds, at most a minute. Returns how many attempts have failed in a row. */
export async function recordFailure({ sql, tenantId }: TenantDb, reader: string, now: Date): Promise<number> {
  const [cursor] = await sql<{ failures: number }[]>`
    update journal_cursor set failures = failures + 1,
      retry_at = ${toFragment(sql, nextAttemptAt(backoffs.journalReader, now, node`failures + 1`))}
    where tenant_id = ${tenantId} and reader = ${reader} returning failures`;
  return cursor?.failures ?? 0;
}

/** An entry, without its facts. */
export type EntryRef = JournalCursor & { readonly type: string };

type NextEntries = { readonly after: JournalCursor; readonly bound: string; readonly limit: number };

/** Reads no payload: what is in it may be the fault. */
export async function listNextEntries(
  { sql, tenantId }: TenantDb,
  events: readonly Pick<JournalEvent, "type">[] | undefined,
  { after, bound, limit }: NextEntries,
): Promise<EntryRef[]> {
  const isWanted = events === undefined ? sql`` : sql`and ${toFragment(sql, isEventOf(events))}`;
  return sql<EntryRef[]>`
    select j.tx, j.id, j.type from journal j
    where j.tenant_id = ${tenantId} and (j.tx, j.id) > (${after.tx}, ${after.id}) and j.tx < ${bound} ${isWanted}
    order by j.tx, j.id limit ${limit}`;
}

export type EntryError = { readonly errorClass: string; readonly errorMessage: string };

export type ParkedEntry = EntryRef &
  EntryError & {
    readonly reader: string;
    /** The contact of an entry of many, from 1, for readers that process them one by one; otherwise 0. */
    readonly place: number;
    readonly attempts: number;
    readonly parkedAt: Date;
  };

/** A reader that was moved back may pass an entry again. */
export async function insertParked({ sql, tenantId }: TenantDb, entry: ParkedEntry): Promise<void> {
  const { reader, tx, id, place, type, errorClass, errorMessage, attempts, parkedAt } = entry;
  await sql`
    insert into parked_journal_entry (tenant_id, reader, tx, id, place, type, error_class, error_message, attempts, parked_at)
    values (${tenantId}, ${reader}, ${tx}, ${id}, ${place}, ${type}, ${errorClass}, ${errorMessage}, ${attempts}, ${parkedAt})
    on conflict (tenant_id, reader, tx, id, place) do update
    set attempts = parked_journal_entry.attempts + excluded.attempts, error_class = excluded.error_class,
      error_message = excluded.error_message, parked_at = excluded.parked_at`;
}

/** Entries are in the order in which their readers passed them. */
export async function listParked({ sql, tenantId }: TenantDb, reader?: string): Promise<ParkedEntry[]> {
  return sql<ParkedEntry[]>`
    select reader, tx, id, place, type, error_class, error_message, attempts, parked_at from parked_journal_entry
    where tenant_id = ${tenantId} ${reader === undefined ? sql`` : sql`and reader = ${reader}`}
    order by tx, id, place, reader`;
}

type ParkedKey = Pick<ParkedEntry, "reader" | "tx" | "id" | "place">;

export async function isStillParked(
  { sql, tenantId }: TenantDb,
  { reader, tx, id, place }: ParkedKey,
): Promise<boolean> {
  const found = await sql`
    select from parked_journal_entry
    where tenant_id = ${tenantId} and reader = ${reader} and tx = ${tx} and id = ${id} and place = ${place} for update`;
  return found.length > 0;
}

export async function deleteParked({ sql, tenantId }: TenantDb, { reader, tx, id, place }: ParkedKey): Promise<void> {
  await sql`
    delete from parked_journal_entry
    where tenant_id = ${tenantId} and reader = ${reader} and tx = ${tx} and id = ${id} and place = ${place}`;
}

export async function recordParkedFailure(
  { sql, tenantId }: TenantDb,
  { reader, tx, id, place }: ParkedKey,
  { errorClass, errorMessage }: EntryError,
): Promise<void> {
  await sql`
    update parked_journal_entry
    set attempts = attempts + 1, error_class = ${errorClass}, error_message = ${errorMessage}
    where tenant_id = ${tenantId} and reader = ${reader} and tx = ${tx} and id = ${id} and place = ${place}`;
}

/** Parked entries by reader. */
export async function countParked(db: SystemDb): Promise<ReadonlyMap<string, number>> {
  const rows = await acrossNodes(
    db,
    (of) => db.sql<{ reader: string; count: number }[]>`
      select p.reader, count(*)::int as count from ${of.table("parked_journal_entry")} p group by p.reader`,
  );
  const counts = new Map<string, number>();
  // While a node is lost, each of the others answers a row of the reader.
  for (const { reader, count } of rows) counts.set(reader, (counts.get(reader) ?? 0) + count);
  return counts;
}

/** Whether the reader has passed the entry `j` without processing it. */
export const isParkedFor = ({ sql, tenantId }: TenantDb, reader: string): Fragment => sql`
  exists (select from parked_journal_entry p
    where p.tenant_id = ${tenantId} and p.reader = ${reader} and p.tx = j.tx and p.id = j.id)`;
