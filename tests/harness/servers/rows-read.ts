import type { TenantDb } from "../../../src/db/tenant.ts";

/** How many rows of each table the statements read, by the server's own counters; tables that they do not read are left out. */
export const rowsReadBy = (
  db: TenantDb,
  read: (inner: TenantDb) => Promise<unknown>,
): Promise<Readonly<Record<string, number>>> =>
  db.transaction(async (inner) => {
    // The counters of the session also hold what it read shortly before.
    const before = new Map(await countRead(inner));
    await read(inner);
    const after = await countRead(inner);
    const differences = after.map(([name, n]) => [name, n - (before.get(name) ?? 0)] as const);
    return Object.fromEntries(differences.filter(([, n]) => n > 0));
  });

/** Partitions count as their table. */
async function countRead({ sql }: TenantDb): Promise<(readonly [table: string, rows: number])[]> {
  const tables = await sql<{ name: string; n: number }[]>`
    select coalesce(p.relname, t.relname) as name,
      sum(coalesce(t.seq_tup_read, 0) + coalesce(t.idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables t
    left join pg_inherits i on i.inhrelid = t.relid left join pg_class p on p.oid = i.inhparent group by 1`;
  return tables.map(({ name, n }) => [name, n]);
}
