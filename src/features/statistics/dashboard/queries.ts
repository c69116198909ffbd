import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

/** Read from the counters that every change of contacts keeps. */
export async function countContacts(db: TenantDb): Promise<{ total: number; subscribed: number }> {
  return singleRow(
    await db.sql<{ total: number; subscribed: number }[]>`
      select coalesce(sum(n), 0)::float8 as total, coalesce(sum(n) filter (where state = 'active'), 0)::float8 as subscribed
      from contact_count where tenant_id = ${db.tenantId}`,
  );
}
