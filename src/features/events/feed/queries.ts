import type { Fragment } from "../../../db/client.ts";
import { singleRow } from "../../../db/rows.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { SqlHandle, TenantDb } from "../../../db/tenant.ts";
import type { JournalType } from "../../../journal/entry.ts";
import { contactErased } from "../../../journal/events.ts";
import { isEventOf } from "../../../journal/fields.sql.ts";
import type { JournalCursor } from "../../../journal/journal.ts";

/**
 * Another server, such as one with a restored backup, gives transactions other numbers. Where a hosted server forbids its
 * identifier, the database and the time of its first migration stand for it: a restore does not load the list of
 * migrations.
 */
export async function findServerId({ sql }: SqlHandle): Promise<string> {
  const found = await sql<{ isAllowed: boolean; database: string }[]>`
    select has_function_privilege('pg_control_system()', 'execute') as is_allowed,
      (select concat_ws(' ', d.datname, d.oid, m.applied_at at time zone 'UTC') from pg_database d, schema_migration m
        where d.datname = current_database() order by m.number limit 1) as database`;
  const { isAllowed, database } = singleRow(found);
  if (!isAllowed) return database;
  const rows = await sql<{ id: string }[]>`select system_identifier::text as id from pg_control_system()`;
  return singleRow(rows).id;
}

/** The journal has no entries of earlier months any more, and some or all of this one and of later ones. */
export async function findFirstMonth({ sql }: SqlHandle): Promise<Date | undefined> {
  const [first] = await sql<{ month: Date }[]>`
    select to_date(right(c.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC' as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.journal'::regclass order by c.relname limit 1`;
  return first?.month;
}

export async function hasEntryUpTo({ sql, tenantId }: TenantDb, { tx, id }: JournalCursor): Promise<boolean> {
  const found = await sql`
    select from journal j where j.tenant_id = ${tenantId} and (j.tx, j.id) <= (${tx}, ${id}) limit 1`;
  return found.length > 0;
}

/** The first entry of the company that happened since then. */
export async function findFirstEntry({ sql, tenantId }: TenantDb, since: Date): Promise<JournalCursor | undefined> {
  const [first] = await sql<JournalCursor[]>`
    select tx, id from journal where tenant_id = ${tenantId} and at >= ${since} order by tx, id limit 1`;
  return first;
}

export async function listErasedContactIds({ sql, tenantId }: TenantDb): Promise<string[]> {
  const rows = await sql<{ contactId: string }[]>`
    select j.contact_id from journal j
    where j.tenant_id = ${tenantId} and j.contact_id is not null and ${toFragment(sql, isEventOf([contactErased]))}`;
  return rows.map(({ contactId }) => contactId);
}

type EventScan = {
  readonly after: JournalCursor;
  /** Entries below are visible to readers. */
  readonly bound: string;
  readonly types: readonly JournalType[] | undefined;
  /** Entries to look at, and events to return of them. */
  readonly scan: number;
  readonly limit: number;
  readonly erasedIds: readonly string[];
  /** The end of every cursor. */
  readonly ending: string;
};

type ScannedEvents = {
  /** One JSON object per line. */
  lines: string;
  count: number;
  scanned: number;
  /** The last event when the limit was reached, otherwise the last entry that was looked at. */
  tx: string | null;
  id: string | null;
};

/**
 * The next events as text: the database writes them several times faster than this process could. With `types` the
 * number of entries that are looked at limits the time of the statement, whatever they are. Addresses are looked up by an
 * array of ids, because a join with the contacts could be planned as a scan of all of them.
 */
export async function scanEvents(db: TenantDb, scan: EventScan): Promise<ScannedEvents> {
  const { sql, tenantId } = db;
  const { after, bound, types, limit } = scan;
  // Without types an entry that is looked at is an event: `scan` is not above `limit`.
  const wanted =
    types === undefined
      ? sql`not materialized (select * from scanned)`
      : sql`materialized (
        select * from scanned where type = any(${[...types]}::text[]) order by tx, id limit ${limit})`;
  const rows = await sql<ScannedEvents[]>`
    with scanned as materialized (
      select j.tx, j.id, j.at, j.type, j.contact_id, j.payload from journal j
      where j.tenant_id = ${tenantId} and (j.tx, j.id) > (${after.tx}, ${after.id}) and j.tx < ${bound}
      order by j.tx, j.id limit ${scan.scan}
    ), wanted as ${wanted}, address as materialized (
      select c.id, c.email from contact c
      where c.tenant_id = ${tenantId} and c.id = any(array(select contact_id from wanted))
    ), done as (
      select tx, id from wanted where (select count(*) from wanted) = ${limit}
      union all select tx, id from scanned where (select count(*) from wanted) < ${limit}
    )
    select coalesce(w.lines, '') as lines, w.count, (select count(*)::int from scanned) as scanned, last.tx, last.id
    from (
      select string_agg(${lineOf(db, scan)}, '') as lines, count(*)::int as count
      from (
        select e.*, a.email from wanted e left join address a on a.id = e.contact_id
        order by e.tx, e.id
      ) e
    ) w left join (select tx, id from done order by tx desc, id desc limit 1) last on true`;
  return singleRow(rows);
}

/**
 * Over the entry `e` with the address of its contact, if there still is one. Operators and `to_json` take a
 * quarter less time than `concat` and `to_char`. The microsecond keeps the zeros at the end of the milliseconds.
 */
const lineOf = ({ sql }: TenantDb, { ending, erasedIds }: EventScan): Fragment => {
  const isErased =
    erasedIds.length === 0 ? sql`false` : sql`(e.email is null and e.contact_id = any(${[...erasedIds]}::bigint[]))`;
  return sql`'{"id":"' || e.id || '","cursor":"' || to_hex(e.tx) || '-' || to_hex(e.id) || ${ending}::text || '","type":"' || e.type
    || '","at":' || left(to_json(date_trunc('milliseconds', e.at at time zone 'UTC') + interval '1 microsecond')::text, 24)
    || 'Z","contactId":' || coalesce('"' || e.contact_id || '"', 'null') || ',"email":' || coalesce(to_json(e.email)::text, 'null')
    || ',"erased":' || case when ${isErased} then 'true,"data":null' else 'false,"data":' || (${dataOf(sql, erasedIds)})::text end
    || E'}\\n'`;
};

/** Entries of many contacts name them in `contactIds` or as keys of `sent` and `replies`, where erased ones are left out. */
const dataOf = (sql: TenantDb["sql"], erasedIds: readonly string[]): Fragment => sql`
  case when e.payload ? 'contactIds' then e.payload || jsonb_build_object('contactIds', (
      select coalesce(jsonb_agg(k.id), '[]') from unnest(string_to_array(e.payload->>'contactIds', ',')) as k(id)
      where k.id <> all(${[...erasedIds]}::text[])))
    when ${erasedIds.length > 0}::boolean and jsonb_typeof(e.payload->'sent') = 'object'
    then e.payload || (
      select jsonb_object_agg(f.key, (
        select coalesce(jsonb_object_agg(k.key, k.value), '{}') from jsonb_each(f.value) k
        where k.key <> all(${[...erasedIds]}::text[])))
      from jsonb_each(e.payload) f where f.key in ('sent', 'replies') and jsonb_typeof(f.value) = 'object')
    else e.payload end`;
