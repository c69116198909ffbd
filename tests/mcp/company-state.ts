import type { TestCompany } from "../harness/factories/company.ts";

/** Rows that any call writes: limits, last use of keys, confirmations. */
const writtenByCalls = new Set(["api_key", "rate_bucket", "mcp_confirmation", "mcp_message_window", "oauth_grant"]);

let statement: Promise<string> | undefined;

async function stateStatement({ ctx: { db } }: TestCompany): Promise<string> {
  const tables = await db.sql<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name = 'tenant_id' and t.table_type = 'BASE TABLE'
    order by c.table_name`;
  return tables
    .filter(({ name }) => !writtenByCalls.has(name))
    .map(
      ({ name }) => `select '${name}' as name, count(*)::int as rows,
        md5(coalesce(string_agg(r::text, ',' order by r::text), '')) as digest from public."${name}" r where tenant_id = $1`,
    )
    .join(" union all ");
}

/** One text per table with rows of the company, which differs when anything in it differs. */
export async function companyState(own: TestCompany): Promise<string[]> {
  const text = await (statement ??= stateStatement(own));
  const rows = await own.ctx.db.sql.unsafe<{ name: string; rows: number; digest: string }[]>(text, [own.tenantId]);
  return rows
    .filter(({ rows: count }) => count > 0)
    .map(({ name, rows: count, digest }) => `${name} ${count} ${digest}`);
}
