import { connect } from "../../../src/db/client.ts";

export const tenantRole = "postrider_tenant";

/** Enables row-level security: the role sees only rows of the company that its connection was opened for. */
export async function guardTables(url: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  try {
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
