import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type SendingSettings = {
  utmDefaultOn: boolean;
  frequencyCapEmails: number | null;
  frequencyCapDays: number | null;
  sendingEnabled: boolean;
  sendingState: "pending" | "live" | "paused" | "suspended";
  sendingHold: "" | "platform" | "free_limit" | "unpaid";
  hasAddress: boolean;
  testRecipients: number;
};

export async function getSendingSettings(db: TenantDb): Promise<SendingSettings> {
  return singleRow(
    await db.sql<SendingSettings[]>`
      select utm_default_on, frequency_cap_emails, frequency_cap_days, sending_enabled, sending_state, sending_hold,
        coalesce(street, '') <> '' and coalesce(city, '') <> '' as has_address,
        (select count(*)::int from test_recipient t where t.tenant_id = ${db.tenantId}) as test_recipients
      from company where tenant_id = ${db.tenantId}`,
  );
}

export type SendingDefaultsUpdate = Pick<SendingSettings, "utmDefaultOn" | "frequencyCapEmails" | "frequencyCapDays">;

export async function updateSendingDefaults(db: TenantDb, defaults: Partial<SendingDefaultsUpdate>): Promise<void> {
  await db.sql`update company set ${db.sql(defaults)} where tenant_id = ${db.tenantId}`;
}
