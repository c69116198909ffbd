import type { TenantDb } from "../../db/tenant.ts";

export type LegacyRecord = {
  platform: string;
  migratedAt: Date;
  profile: Record<string, string>;
  customFields: Record<string, string>;
  tags: string[];
};

/** What exports of other platforms said about the contact. */
export async function listLegacyRecordsOfContact(db: TenantDb, contactId: string): Promise<LegacyRecord[]> {
  return db.sql<LegacyRecord[]>`
    select m.platform, m.started_at as migrated_at, l.profile, l.custom_fields, l.tags
    from contact c join legacy_contact l on l.tenant_id = ${db.tenantId} and l.email = c.email
    join legacy_migration m on m.tenant_id = ${db.tenantId} and m.id = l.migration_id
    where c.tenant_id = ${db.tenantId} and c.id = ${contactId} order by m.id`;
}
