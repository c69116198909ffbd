import { singleRow } from "../../../db/rows.ts";
import type { TenantDb } from "../../../db/tenant.ts";

export type ContactPage = { shopId: string | undefined; after: string; limit: number };

/** Contacts with one of the two numbers that no person edited, and the country of their shop's numbers. */
export async function listSingleNumbers(
  { sql, tenantId }: TenantDb,
  { shopId, after, limit }: ContactPage,
): Promise<{ contactId: string; country: string }[]> {
  return sql<{ contactId: string; country: string }[]>`
    select c.id as contact_id, s.phone_country as country
    from contact c join shop s on s.tenant_id = ${tenantId} and s.id = c.shop_id
    where c.tenant_id = ${tenantId} and c.id > ${after} and (c.phone is null) <> (c.mobile is null)
      and not c.edited_fields && array['phone', 'mobile'] ${shopId === undefined ? sql`` : sql`and c.shop_id = ${shopId}`}
    order by c.id limit ${limit}`;
}

export async function findLastContactId(db: TenantDb): Promise<number> {
  const rows = await db.sql<{ id: number }[]>`
    select coalesce(max(id), 0)::float8 as id from contact where tenant_id = ${db.tenantId}`;
  return singleRow(rows).id;
}
