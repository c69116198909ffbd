import type { TenantDb } from "../../db/tenant.ts";
import type { StateCategory } from "./states.ts";

/** An order by its id or by shop and external id, with its payment time. */
export type PaymentTime = { index: number; id?: string; shopId?: string; externalId?: string; paidAt: Date };

export type PayableOrder = {
  index: number;
  id: string;
  contactId: string | null;
  shopId: string;
  state: string;
  meaning: StateCategory;
  currency: string;
  total: string;
  createdAt: Date;
  paidAt: Date | null;
};

/** What was asked for by this index does not exist. */
type MissingOrder = { index: number } & { [Field in Exclude<keyof PayableOrder, "index">]: null };

/** Every request with its order; all but the index is null if it does not exist. */
export async function findOrdersByPaymentTimes(
  db: TenantDb,
  payments: readonly PaymentTime[],
): Promise<(PayableOrder | MissingOrder)[]> {
  return db.sql<(PayableOrder | MissingOrder)[]>`
    select a.index, o.id, o.contact_id, o.shop_id, o.state, o.state_category as meaning, o.currency, o.total, o.created_at, o.paid_at
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb)
      as a(index int, id bigint, "shopId" bigint, "externalId" text)
    left join shop_order named on a.id is null and named.tenant_id = ${db.tenantId} and named.shop_id = a."shopId"
      and named.external_id = a."externalId"
    left join shop_order o on o.tenant_id = ${db.tenantId} and o.id = coalesce(a.id, named.id)
    order by a.index`;
}

export async function updatePaidTimes(db: TenantDb, orders: readonly { id: string; paidAt: Date }[], at: Date) {
  await db.sql`
    update shop_order s set paid_at = o."paidAt", updated_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) as o(id bigint, "paidAt" timestamptz)
    where s.tenant_id = ${db.tenantId} and s.id = o.id`;
}
