import { toFragment, node as sqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { ordinalOf } from "./sources.sql.ts";

export type UnsentEmail = { runId: string; node: string; state: "skipped" | "failed"; reason: string | null };

/** E-mails of the runs that were not sent after all. */
export const listUnsentEmails = async (db: TenantDb, runIds: readonly string[]): Promise<UnsentEmail[]> =>
  db.sql<UnsentEmail[]>`
    select r.id as run_id, s.node, m.state, m.reason from automation_run r
    join automation_email_source s on s.tenant_id = ${db.tenantId} and s.automation_id = r.automation_id
      and s.ordinal = ${toFragment(db.sql, ordinalOf(db.tenantId, sqlNode`r.automation_id`))}
    join message m on m.tenant_id = ${db.tenantId} and m.source_id = s.id and m.contact_id = r.contact_id
      and m.state in ('skipped', 'failed')
    where r.tenant_id = ${db.tenantId} and r.id = any(${[...runIds]}::bigint[])`;
