import { tableName, type CompanyTable } from "../db/company-tables.ts";
import type { TenantDb } from "../db/tenant.ts";

/** Hashes of the content of files are their names in the export. */
const contentHashes: ReadonlySet<string> = new Set(["asset.hash", "asset_blob.hash"]);

/** Encrypted values, keys and hashes are bytes; the words cover what is stored as text. */
const isSecret = ({ name, type }: CompanyTable["columns"][number]): boolean =>
  type === "bytea" || /password|secret|token|private_key|(?:^|_)hash$/.test(name);

const exportedColumns = ({ name: table, columns }: CompanyTable): string[] =>
  columns.filter((column) => contentHashes.has(`${table}.${column.name}`) || !isSecret(column)).map(({ name }) => name);

/** Called at the beginning of a transaction. */
export async function readOneSnapshot({ sql }: TenantDb): Promise<void> {
  await sql`set transaction isolation level repeatable read`;
}

type Line = { line: string };

const rowsPerRead = 500;

/** The company's rows of a table as lines of JSON, a few at a time. */
export async function* readRows({ sql, tenantId }: TenantDb, table: CompanyTable): AsyncGenerator<string> {
  const rows = sql<Line[]>`
    select to_jsonb(t)::text as line
    from (select ${sql(exportedColumns(table))} from ${tableName(sql, table)} where tenant_id = ${tenantId}) t`;
  for await (const page of rows.cursor(rowsPerRead)) for (const { line } of page) yield `${line}\n`;
}

/** People belong to no company; members are exported with their names and addresses. */
export async function* readMembers({ sql, tenantId }: TenantDb): AsyncGenerator<string> {
  const rows = sql<Line[]>`
    select jsonb_build_object('person_id', p.id, 'email', p.email, 'first_name', p.first_name, 'last_name', p.last_name)::text
      as line
    from person p where p.id in (select person_id from membership where tenant_id = ${tenantId})`;
  for await (const page of rows.cursor(rowsPerRead)) for (const { line } of page) yield `${line}\n`;
}
