import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { segmentsOfLists } from "../segments/segments-of-lists.sql.ts";
import type { ReferenceKind } from "./graph/config-field.ts";

/** Automations that need what they name: active ones, and paused ones with contacts inside. */
const inUse = (db: TenantDb) => db.sql`
  from automation a
  where a.tenant_id = ${db.tenantId} and (a.status = 'active' or (a.status = 'paused' and exists (
    select from automation_run r where r.tenant_id = ${db.tenantId} and r.automation_id = a.id
      and r.state in ('running', 'waiting'))))`;

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

export async function listAutomationsUsing(
  db: TenantDb,
  kind: ReferenceKind,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select a.id ${inUse(db)} and exists (
      select from automation_reference t where t.tenant_id = ${db.tenantId} and t.automation_id = a.id
        and t.kind = ${kind} and t.target_id = any(${[...ids]}::bigint[]))
    order by a.id limit 100`;
  return idsOf(rows);
}

/** By name, or through a segment that reads one of the lists. */
export async function listAutomationsUsingLists(db: TenantDb, listIds: readonly string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select a.id ${inUse(db)} and exists (
      select from automation_reference t where t.tenant_id = ${db.tenantId} and t.automation_id = a.id
        and ((t.kind = 'list' and t.target_id = any(${[...listIds]}::bigint[]))
          or (t.kind = 'segment' and t.target_id in (${toFragment(db.sql, segmentsOfLists(db.tenantId, listIds))}))))
    order by a.id limit 100`;
  return idsOf(rows);
}

/** Those that send from an address at the domain. */
export async function listAutomationsUsingDomain(db: TenantDb, domain: string): Promise<string[]> {
  const rows = await db.sql<{ id: string }[]>`
    select a.id ${inUse(db)} and exists (
      select from automation_reference t
      join sender s on s.tenant_id = ${db.tenantId} and s.id = t.target_id and split_part(s.email, '@', 2) = ${domain}
      where t.tenant_id = ${db.tenantId} and t.automation_id = a.id and t.kind = 'sender')
    order by a.id limit 100`;
  return idsOf(rows);
}
