import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { SendingStatus } from "../../../kernel/sending-status.ts";

export type SendingSettings = SendingStatus & {
  hasAddress: boolean;
  testRecipients: number;
};

export async function getSendingSettings(db: TenantDb): Promise<SendingSettings> {
  return singleRow(
    await db.sql<SendingSettings[]>`
      select sending_enabled, sending_state, sending_hold,
        coalesce(street, '') <> '' and coalesce(city, '') <> '' as has_address,
        (select count(*)::int from test_recipient t where t.tenant_id = ${db.tenantId}) as test_recipients
      from company where tenant_id = ${db.tenantId}`,
  );
}
