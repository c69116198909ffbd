import { acrossNodes, type Companies } from "../../../db/distribution/across-nodes.ts";
import type { SystemDb, TenantDb } from "../../../db/tenant.ts";

export type EmailNode = { automationId: string; node: string };

export async function findEmailNode(db: TenantDb, sourceId: string): Promise<EmailNode | undefined> {
  const [row] = await db.sql<EmailNode[]>`
    select automation_id, node from automation_email_source where tenant_id = ${db.tenantId} and id = ${sourceId}`;
  return row;
}

/** Sources that count queued messages but have no batch, because contacts were deleted. */
export async function listLeftoverCounts(db: SystemDb): Promise<{ tenantId: string; sourceId: string }[]> {
  const leftover = (of: Companies) => db.sql<{ tenantId: string; sourceId: string }[]>`
  select k.tenant_id, k.source_id from ${of.table("automation_email_source")} m
  join ${of.table("message_state_count")} k on k.tenant_id = m.tenant_id and k.source_id = m.id and k.variant_id = m.id
    and k.state = 'queued' and k.n > 0
  where not exists (select from ${of.table("send_batch")} b where b.tenant_id = k.tenant_id and b.source_id = k.source_id)
  order by k.tenant_id, k.source_id`;
  return acrossNodes(db, leftover);
}
