import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

type SendingDefaultsRecord = {
  utmDefaultOn: boolean;
  frequencyCapEmails: number | null;
  frequencyCapDays: number | null;
};

export async function getSendingDefaults(db: TenantDb): Promise<SendingDefaultsRecord> {
  return singleRow(
    await db.sql<SendingDefaultsRecord[]>`
      select utm_default_on, frequency_cap_emails, frequency_cap_days from company where tenant_id = ${db.tenantId}`,
  );
}

export async function updateSendingDefaults(db: TenantDb, defaults: Partial<SendingDefaultsRecord>): Promise<void> {
  await db.sql`update company set ${db.sql(defaults)} where tenant_id = ${db.tenantId}`;
}
