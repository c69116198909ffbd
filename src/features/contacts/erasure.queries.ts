import type { TenantDb } from "../../db/tenant.ts";

/** The source of an import becomes the source of the consents it records, so redacting one redacts the other. */
export async function replaceConsentSource(db: TenantDb, from: string, to: string): Promise<void> {
  await db.sql`update consent set source = ${to} where tenant_id = ${db.tenantId} and source = ${from}`;
  await db.sql`update consent_event set source = ${to} where tenant_id = ${db.tenantId} and source = ${from}`;
}
