import type { Config } from "../config/config.ts";
import type { SqlTag } from "./client.ts";

/**
 * The owner of all tables migrates, backs up and restores. The role of the application reads and writes rows; it owns
 * nothing. Both are the same when the operator gives one URL only.
 */
export type DatabaseUrls = { readonly ownerUrl: string; readonly applicationUrl: string };

/** Undefined when the embedded server is used. */
export function externalUrls({
  databaseUrl,
  databaseOwnerUrl,
}: Pick<Config, "databaseUrl" | "databaseOwnerUrl">): DatabaseUrls | undefined {
  if (databaseUrl === undefined) return undefined;
  return { ownerUrl: databaseOwnerUrl ?? databaseUrl, applicationUrl: databaseUrl };
}

/** Undefined when the application connects as the owner, who has all rights. */
export function applicationRoleOf({ ownerUrl, applicationUrl }: DatabaseUrls): string | undefined {
  const [owner, application] = [ownerUrl, applicationUrl].map((url) => decodeURIComponent(new URL(url).username));
  return application === owner ? undefined : application;
}

const writingRights = ["insert", "update", "delete", "truncate"];

/** Rights that the role does not have on a table. */
const withheldRights: Readonly<Record<string, readonly string[]>> = {
  // Only preparing the database writes these.
  schema_migration: writingRights,
  queue_schema_version: writingRights,
  // The application adds entries; only functions of the owner delete them, and nothing updates them.
  audit_entry: ["update", "delete", "truncate"],
  // Only functions of the owner write the chain of the entries.
  audit_seal: writingRights,
  audit_head: writingRights,
};

/** The audit log of companies: its rows are deleted by functions of the owner. */
export const auditTables: readonly string[] = ["audit_entry", "audit_seal", "audit_head"];

/** Since PostgreSQL 17 MAINTAIN allows ANALYZE; on older servers ANALYZE skips tables of another role with a warning. */
const tableRights = (version: number) => [
  "select",
  "insert",
  "update",
  "delete",
  ...(version >= 170_000 ? ["maintain"] : []),
];

/**
 * Grants the role its rights on all tables, sequences and functions, and on future ones of the connected owner. Does
 * nothing when none is missing. The caller holds the lock of the migrations.
 */
export async function grantApplicationRights(sql: SqlTag, role: string): Promise<void> {
  const [server] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
  const rights = tableRights(server?.version ?? 0);
  if (!(await isRightMissing(sql, role, rights))) return;
  const name = `"${role.replaceAll('"', '""')}"`;
  const kinds = [`${rights.join(", ")} on tables`, "usage, select on sequences", "execute on functions"];
  // One text without parameters is one transaction.
  const statements = [
    `grant usage on schema public, pgboss to ${name}`,
    ...kinds.map((kind) => `grant ${kind.replace(" on ", " on all ")} in schema public, pgboss to ${name}`),
    ...kinds.map((kind) => `alter default privileges in schema public, pgboss grant ${kind} to ${name}`),
    ...Object.entries(withheldRights).map(([table, held]) => `revoke ${held.join(", ")} on ${table} from ${name}`),
  ];
  await sql.unsafe(statements.join(";\n"));
}

/** True also when the role has a right that is withheld. */
async function isRightMissing(sql: SqlTag, role: string, rights: readonly string[]): Promise<boolean> {
  const withheld = Object.entries(withheldRights).flatMap(([table, held]) => held.map((right) => `${table} ${right}`));
  const [missing] = await sql`
    with name as (select oid from pg_namespace where nspname in ('public', 'pgboss'))
    select from pg_class c join name on c.relnamespace = name.oid
    where case
      when c.relkind in ('r', 'p') then exists (
        select from unnest(${[...rights]}::text[]) as "right"
        where not has_table_privilege(${role}, c.oid, "right") and c.relname || ' ' || "right" <> all(${withheld}))
        or exists (
          select from aclexplode(c.relacl) a
          where a.grantee = ${role}::regrole and c.relname || ' ' || lower(a.privilege_type) = any(${withheld}))
      when c.relkind = 'S' then not has_sequence_privilege(${role}, c.oid, 'usage')
      else false end
    union all
    select from pg_proc p join name on p.pronamespace = name.oid
    where not has_function_privilege(${role}, p.oid, 'execute')
    limit 1`;
  return missing !== undefined;
}
