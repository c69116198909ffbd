import type { TenantDb } from "../../../db/tenant.ts";
import type { AutomationStatus } from "../../automations/shapes.ts";

export type ReportedAutomation = { id: string; name: string; status: AutomationStatus };

export async function findReportedAutomation(db: TenantDb, id: string): Promise<ReportedAutomation | undefined> {
  const [row] = await db.sql<ReportedAutomation[]>`
    select id, name, status from automation where tenant_id = ${db.tenantId} and id = ${id}`;
  return row;
}

/** One e-mail with the sources of its messages. */
export type EmailNode = { node: string; subject: string; sourceIds: string[] };

/** The e-mails of the newest graph in its order, then removed ones that were sent. */
export const listEmailNodes = async (db: TenantDb, automationId: string): Promise<EmailNode[]> =>
  db.sql<EmailNode[]>`
    with known as (
      select distinct on (e->>'id') e->>'id' as node, e->'config'->>'subject' as subject, v.version, position
      from automation_version v cross join lateral jsonb_array_elements(v.graph->'nodes') with ordinality as x (e, position)
      where v.tenant_id = ${db.tenantId} and v.automation_id = ${automationId} and e->>'type' = 'email'
      order by e->>'id', v.version desc
    ), sent as (
      select node, array_agg(id::text order by ordinal) as ids from automation_email_source
      where tenant_id = ${db.tenantId} and automation_id = ${automationId} group by node
    )
    select k.node, coalesce(k.subject, '') as subject, coalesce(s.ids, '{}') as source_ids
    from known k
    join automation a on a.tenant_id = ${db.tenantId} and a.id = ${automationId}
    left join sent s on s.node = k.node
    where k.version = a.version or s.ids is not null
    order by k.version desc, k.position`;
