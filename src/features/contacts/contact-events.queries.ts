import type { TenantDb } from "../../db/tenant.ts";

export type ExportedEventRecord = {
  type: string;
  name: string;
  at: Date;
  shopId: string | null;
  data: Record<string, unknown>;
};

export const listEventsOfContact = (db: TenantDb, contactId: string, limit: number): Promise<ExportedEventRecord[]> =>
  db.sql<ExportedEventRecord[]>`
    select type, name, at, shop_id, data from contact_event
    where tenant_id = ${db.tenantId} and contact_id = ${contactId} order by received_at desc, id desc limit ${limit}`;
