import { toFragment } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import type { Referrer } from "../../kernel/errors.ts";
import { segmentsOfLists } from "../segments/segments-of-lists.sql.ts";
import type { ReferenceKind } from "./graph/config-field.ts";

/** `running`: active ones, and paused ones with contacts inside. */
export type Keepers = "all" | "running" | "none";

const isRunning = (db: TenantDb) => db.sql`
  (a.status = 'active' or (a.status = 'paused' and exists (
    select from automation_run r where r.tenant_id = ${db.tenantId} and r.automation_id = a.id
      and r.state in ('running', 'waiting'))))`;

export async function listAutomationsUsing(
  db: TenantDb,
  { kind, id }: { readonly kind: ReferenceKind; readonly id: string },
  keepers: Keepers,
): Promise<Referrer[]> {
  if (keepers === "none") return [];
  return db.sql<Referrer[]>`
    select 'automation' as kind, a.id, a.name from automation a
    where a.tenant_id = ${db.tenantId} and ${keepers === "all" ? db.sql`true` : isRunning(db)} and exists (
      select from automation_reference t where t.tenant_id = ${db.tenantId} and t.automation_id = a.id
        and t.kind = ${kind} and t.target_id = ${id})
    order by a.id limit 100`;
}

/** All that name one of the lists, and those that run with a segment that reads one. */
export async function listAutomationsUsingLists(db: TenantDb, listIds: readonly string[]): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select 'automation' as kind, a.id, a.name from automation a
    where a.tenant_id = ${db.tenantId} and exists (
      select from automation_reference t where t.tenant_id = ${db.tenantId} and t.automation_id = a.id
        and ((t.kind = 'list' and t.target_id = any(${[...listIds]}::bigint[]))
          or (t.kind = 'segment' and ${isRunning(db)}
            and t.target_id in (${toFragment(db.sql, segmentsOfLists(db.tenantId, listIds))}))))
    order by a.id limit 100`;
}

/** Those that send from an address at the domain. */
export async function listAutomationsUsingDomain(db: TenantDb, domain: string): Promise<Referrer[]> {
  return db.sql<Referrer[]>`
    select 'automation' as kind, a.id, a.name from automation a where a.tenant_id = ${db.tenantId} and ${isRunning(db)} and exists (
      select from automation_reference t
      join sender s on s.tenant_id = ${db.tenantId} and s.id = t.target_id and split_part(s.email, '@', 2) = ${domain}
      where t.tenant_id = ${db.tenantId} and t.automation_id = a.id and t.kind = 'sender')
    order by a.id limit 100`;
}
