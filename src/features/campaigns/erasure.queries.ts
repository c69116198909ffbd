import type { TenantDb } from "../../db/tenant.ts";

/** Removes an erased address from the audiences that exclude it. */
export async function removeExcludedAddress(db: TenantDb, email: string): Promise<void> {
  await db.sql`
    update campaign
    set audience = jsonb_set(audience, '{excludeEmails}', (audience -> 'excludeEmails') - ${email}::text)
    where tenant_id = ${db.tenantId} and (audience -> 'excludeEmails') ? ${email}::text`;
}
