import type { TenantDb } from "../../db/tenant.ts";
import type { SendingStatus } from "../../kernel/sending-status.ts";

/** Undefined for a deleted company. */
export async function findSendingStatus({ sql, tenantId }: TenantDb): Promise<SendingStatus | undefined> {
  const [row] = await sql<SendingStatus[]>`
    select sending_state, sending_hold, sending_enabled from company where tenant_id = ${tenantId}`;
  return row;
}
