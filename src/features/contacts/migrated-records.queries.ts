import type { TenantDb } from "../../db/tenant.ts";

export type MigratedRecord = {
  platform: string;
  migratedAt: Date;
  profile: Record<string, string>;
  customFields: Record<string, string>;
  tags: string[];
};

/** What exports of other platforms said about the contact. */
export async function listMigratedRecords(db: TenantDb, contactId: string): Promise<MigratedRecord[]> {
  return db.sql<MigratedRecord[]>`
    select m.platform, m.started_at as migrated_at, l.profile, l.custom_fields, l.tags
    from contact c join migrated_contact l on l.tenant_id = ${db.tenantId} and l.email = c.email
    join platform_migration m on m.tenant_id = ${db.tenantId} and m.id = l.migration_id
    where c.tenant_id = ${db.tenantId} and c.id = ${contactId} order by m.id`;
}
