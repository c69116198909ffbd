import { connect, type Sql } from "../../../src/db/client.ts";
import { openPool, tenantDb, transactionsOn, type Database } from "../../../src/db/tenant.ts";

const tenantRole = "postrider_tenant";

/** Enables row-level security: the role sees only rows of the company that its connection was opened for. */
export async function guardTables(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  try {
    // Every company opens connections: with the default of 4096 each takes the client several milliseconds.
    await sql`set scram_iterations = 1`;
    await sql.unsafe(`create role ${tenantRole} login password '${tenantRole}'`);
    await sql.unsafe(`grant usage on schema public, pgboss to ${tenantRole}`);
    await sql.unsafe(`grant all on all tables in schema public, pgboss to ${tenantRole}`);
    await sql.unsafe(`grant all on all sequences in schema public, pgboss to ${tenantRole}`);
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'tenant_id'`;
    for (const { name } of tables) {
      await sql`alter table ${sql(name)} enable row level security`;
      await sql`
        create policy own_company on ${sql(name)} to ${sql(tenantRole)}
        using (tenant_id = current_setting('app.tenant_id')::bigint)`;
    }
  } finally {
    await sql.end();
  }
}

/** Each company gets connections of its own, under a role that row level security restricts to that company. */
export function openRowSecurityPool(url: string, max: number): Database {
  const shared = openPool(url, max);
  const tenantUrl = new URL(url);
  tenantUrl.username = tenantRole;
  tenantUrl.password = tenantRole;
  const pools = new Map<string, Sql>();
  const poolOf = (tenantId: string) => {
    const known = pools.get(tenantId);
    if (known !== undefined) return known;
    const pool = connect(tenantUrl.href, { max: 3, idleTimeoutS: 1, settings: { "app.tenant_id": tenantId } });
    pools.set(tenantId, pool);
    return pool;
  };
  return {
    sql: shared.sql,
    transaction: (run) => shared.transaction(run),
    forTenant: (tenantId) =>
      tenantDb(
        { sql: poolOf(tenantId), transactions: transactionsOn(poolOf(tenantId)), pool: poolOf(tenantId) },
        tenantId,
      ),
    close: async () => {
      await Promise.all([shared.close(), ...[...pools.values()].map((pool) => pool.end({ timeout: 5 }))]);
    },
  };
}
