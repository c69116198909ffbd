import type { SqlTag } from "./client.ts";
import { orderTables, type ForeignKeyReference } from "./table-order.ts";

export type CompanyTable = {
  readonly name: string;
  /** Rows refer to other rows of the table. */
  readonly isSelfReferencing: boolean;
  /** The primary key without the company. */
  readonly key: readonly string[];
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

/** For statements, with the schema: connections may have temporary tables of any name. */
export const tableName = (sql: SqlTag, { name }: Pick<CompanyTable, "name">) => sql(`public.${name}`);

/** Every table with rows of companies, without partitions; referenced tables first. */
export async function listCompanyTables(sql: SqlTag): Promise<CompanyTable[]> {
  const tables = await sql<CompanyTable[]>`
    select c.relname as name,
      exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid = c.oid)
        as is_self_referencing,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'tenant_id') as key,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by c.relname`;
  const references = await listReferences(sql);
  const byName = new Map(tables.map((table) => [table.name, table]));
  return orderTables([...byName.keys()], references).flatMap((name) => byName.get(name) ?? []);
}

export async function listReferences(sql: SqlTag): Promise<ForeignKeyReference[]> {
  return sql<ForeignKeyReference[]>`
    select distinct f.relname as "from", t.relname as "to" from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`;
}
