import type { TenantDb } from "../../../db/tenant.ts";

/** The contacts that still wait for an e-mail of the automation. */
export async function listContactsWithQueuedEmail(
  { sql, tenantId }: TenantDb,
  automationId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ contactId: string }[]>`
    select distinct m.contact_id from message m
    join automation_email_source s on s.tenant_id = ${tenantId} and s.id = m.source_id and s.automation_id = ${automationId}
    where m.tenant_id = ${tenantId} and m.contact_id = any(${[...contactIds]}::bigint[]) and m.state = 'queued'`;
  return rows.map(({ contactId }) => contactId);
}
