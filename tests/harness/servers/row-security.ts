import { connect, type Sql, type SqlTag } from "../../../src/db/client.ts";
import type { Runner } from "../../../src/db/driver/runner.ts";
import { createTag } from "../../../src/db/driver/tag.ts";
import { openPool, tenantDb, transactionsOn, type Database } from "../../../src/db/tenant.ts";
import { guardAuditedWrites } from "./audited-writes.ts";

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
    await sql.unsafe(`grant execute on all functions in schema public to ${tenantRole}`);
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

/**
 * Companies share connections under a role that row level security restricts: every statement and transaction first
 * names its company. New connections for each company would plan every statement again.
 */
export function openRowSecurityPool(url: string, max: number): Database {
  const shared = openPool(url, max);
  const tenantUrl = new URL(url);
  tenantUrl.username = tenantRole;
  tenantUrl.password = tenantRole;
  const guarded = connect(tenantUrl.href, { max });
  const { isDistributed } = shared;
  const database: Database = {
    isDistributed,
    sql: shared.sql,
    transaction: (run) => shared.transaction(run),
    forTenant: (tenantId) => {
      const sql = restrictTo(guarded, tenantId);
      return tenantDb({ isDistributed, sql, transactions: transactionsOn(sql), pool: guarded }, tenantId);
    },
    close: async () => {
      await Promise.all([shared.close(), guarded.end({ timeout: 5 })]);
    },
  };
  return guardAuditedWrites(database, (tenantId) => restrictTo(guarded, tenantId, { isReadOnly: true }));
}

/** Each statement on a connection that first names the company. */
function restrictTo(
  pool: Sql,
  tenantId: string,
  { isReadOnly } = { isReadOnly: false },
): Pick<Sql, "reserve"> & SqlTag {
  const reserve = async () => {
    const connection = await pool.reserve();
    void connection`
      select set_config('app.tenant_id', ${tenantId}, false),
        set_config('default_transaction_read_only', ${isReadOnly ? "on" : "off"}, false)`.execute();
    return connection;
  };
  const runner: Runner = {
    run: async (work) => {
      const connection = await reserve();
      try {
        return await connection.run(work);
      } finally {
        connection.release();
      }
    },
    hold: async () => {
      const connection = await reserve();
      const held = await connection.hold();
      return {
        ...held,
        letGo: () => {
          held.letGo();
          connection.release();
        },
      };
    },
  };
  return Object.assign(createTag(runner), { reserve });
}
