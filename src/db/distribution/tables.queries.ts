import type { SqlTag } from "../client.ts";

/** Where the rows of a table are. Local ones are on the coordinator. */
export type Placement = "distributed" | "reference" | "local";

export type PlacedTable = { readonly name: string; readonly target: Placement; readonly current: Placement };

/**
 * Every table with its place, read from the catalogue. Distributed are the tables whose primary key starts with the company;
 * look-up tables lead to a company from another key, and unlogged tables are counters of requests. Reference tables are
 * those that foreign keys of distributed tables refer to, directly or through another one.
 */
export async function listPlacedTables(sql: SqlTag): Promise<PlacedTable[]> {
  return sql<PlacedTable[]>`
    with recursive known as (
      select c.oid, c.relname as name, exists (
          select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisprimary and a.attname = 'tenant_id') and c.relpersistence = 'p' as is_company
      from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    ), reference as (
      select f.relname as "from", t.relname as "to" from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid where k.contype = 'f'
      union all
      select table_name, referenced_table from dropped_foreign_key
    ), needed as (
      select r."to" as name from reference r join known f on f.name = r."from" and f.is_company
      join known t on t.name = r."to" and not t.is_company
      union
      select r."to" from needed n join reference r on r."from" = n.name
    )
    select k.name,
      case when k.is_company then 'distributed' when k.name in (select name from needed) then 'reference' else 'local' end
        as target,
      case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as current
    from known k left join pg_dist_partition p on p.logicalrelid = k.oid
    order by k.name <> 'company', k.name`;
}

export type ForeignKey = {
  readonly tableName: string;
  readonly name: string;
  readonly referencedTable: string;
  readonly definition: string;
};

/** The keys of and to these tables. */
export async function listForeignKeys(sql: SqlTag, tables: readonly string[]): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    select f.relname as table_name, k.conname as name, t.relname as referenced_table,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conparentid = 0 and f.relnamespace = 'public'::regnamespace
      and (f.relname = any(${[...tables]}) or t.relname = any(${[...tables]}))
    order by 1, 2`;
}

/** Drops a key and keeps its definition, both or neither. */
export async function dropForeignKey(sql: SqlTag, key: ForeignKey): Promise<void> {
  await sql`
    insert into dropped_foreign_key (table_name, name, referenced_table, definition)
    values (${key.tableName}, ${key.name}, ${key.referencedTable}, ${key.definition})`;
  await sql`alter table ${sql(key.tableName)} drop constraint ${sql(key.name)}`;
}

export async function listDroppedForeignKeys(sql: SqlTag): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    select table_name, name, referenced_table, definition from dropped_foreign_key order by table_name, name`;
}

const quote = (name: string) => `"${name}"`;

export async function addForeignKey(sql: SqlTag, { tableName, name, definition }: ForeignKey): Promise<void> {
  // The definition is PostgreSQL's own text.
  await sql.unsafe(`alter table ${quote(tableName)} add constraint ${quote(name)} ${definition}`);
  await sql`delete from dropped_foreign_key where table_name = ${tableName} and name = ${name}`;
}

export type SequenceValue = { readonly name: string; readonly lastValue: string };

/** The sequences that were used. */
export async function listSequences(sql: SqlTag): Promise<SequenceValue[]> {
  return sql<SequenceValue[]>`
    select sequencename as name, last_value::text from pg_sequences
    where schemaname = 'public' and last_value is not null`;
}

/** Never back: ids are not given out twice. */
export async function advanceSequences(sql: SqlTag, values: readonly SequenceValue[]): Promise<void> {
  await sql`
    select setval(format('public.%I', s.sequencename)::regclass, known."lastValue")
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as known(name text, "lastValue" bigint)
    join pg_sequences s on s.schemaname = 'public' and s.sequencename = known.name
    where coalesce(s.last_value, 0) < known."lastValue"`;
}

/** The first table decides the number of shards; the others are placed beside it, company by company. */
export async function distributeTable(sql: SqlTag, name: string, shards: number): Promise<void> {
  if (name === "company")
    await sql`select create_distributed_table('company', 'tenant_id', colocate_with => 'none', shard_count => ${shards}::int)`;
  else await sql`select create_distributed_table(${name}::text::regclass, 'tenant_id', colocate_with => 'company')`;
}

export async function replicateTable(sql: SqlTag, name: string): Promise<void> {
  await sql`select create_reference_table(${name}::text::regclass)`;
}

/** Rows from before the distribution: they were copied to the nodes and are no longer visible on the coordinator. */
export async function listTablesWithCopiedRows(sql: SqlTag): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
    where (p.partmethod = 'h' or p.repmodel = 't') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace and exists (
        select from pg_partition_tree(c.oid) t where pg_relation_size(t.relid) > 0
        union all
        select where c.relkind = 'r' and pg_relation_size(c.oid) > 0)
    order by 1`;
  return rows.map(({ name }) => name);
}

export async function truncateCopiedRows(sql: SqlTag, name: string): Promise<void> {
  await sql`select truncate_local_data_after_distributing_table(${name}::text::regclass)`;
}

/** Functions that statements on the nodes call; functions that change tables run on the coordinator only. */
export async function listUndistributedFunctions(sql: SqlTag): Promise<string[]> {
  const rows = await sql<{ signature: string }[]>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile <> 'v'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      and not exists (
        select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid) order by 1`;
  return rows.map(({ signature }) => signature);
}

export async function distributeFunction(sql: SqlTag, signature: string): Promise<void> {
  await sql`select create_distributed_function(${signature}::text::regprocedure)`;
}
