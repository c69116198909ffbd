import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type ContactTotals = { total: number; subscribed: number; mailable: number };

/**
 * Read from the counters that every change of contacts keeps, and from the index of those whom the gate refuses although
 * their state is active (weak consent, suppressed), as `countsAsMailable` does.
 */
export async function countContacts({ sql, tenantId }: TenantDb, shopId: string | undefined): Promise<ContactTotals> {
  const ofShop = shopId === undefined ? sql`` : sql`and shop_id = ${shopId}`;
  return singleRow(
    await sql<ContactTotals[]>`
      select total, subscribed, greatest(subscribed - (
        select count(*) from contact c where c.tenant_id = ${tenantId} and c.state = 'active' and c.excluded ${ofShop}), 0)::float8 as mailable
      from (
        select coalesce(sum(n), 0)::float8 as total, coalesce(sum(n) filter (where state = 'active'), 0)::float8 as subscribed
        from contact_count where tenant_id = ${tenantId} ${ofShop}
      ) counted`,
  );
}
