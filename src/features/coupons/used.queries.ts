import { inParts } from "../../db/in-parts.ts";
import { inlinedPart, lastPart, part, partIfRows } from "../../db/parts.ts";
import { singleRow } from "../../db/rows.ts";
import { node } from "../../db/sql-node.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { appendSelect } from "../../journal/append.sql.ts";
import { couponUsed } from "../../journal/events.ts";
import { applyCouponCounts } from "./counts.sql.ts";
import { codeKey } from "./code-list.ts";
import type { CouponOrder } from "../orders/order-hooks.ts";

const changes = node`
  select stack_id, 'used' as state, 1 as n from marked
  union all select stack_id, before as state, -1 as n from marked`;

export type UsedCounts = { marked: number; already: number; unknown: number };

/** `codes` are different from each other ignoring case. */
export async function markCodesUsed(
  db: TenantDb,
  stackId: string,
  { codes, at }: { codes: readonly string[]; at: Date },
): Promise<UsedCounts> {
  const { sql, tenantId } = db;
  const logged = appendSelect(couponUsed, {
    tenantId,
    at,
    contactId: node`c.id`,
    payload: { stackId, title: node`m.code` },
    from: node`from marked m join contact c on c.tenant_id = ${tenantId} and c.id = m.contact_id order by m.id`,
  });
  const rows = await inParts<UsedCounts>(
    db,
    [
      part(
        "found",
        [],
        sql`
      select id, state from coupon
      where tenant_id = ${tenantId} and stack_id = ${stackId} and code_key = any(${codes.map(codeKey)}::text[])
      order by id for update`,
        "materialized",
      ),
      partIfRows(
        "marked",
        ["found"],
        sql`
      update coupon k set state = 'used', used_at = ${at} from found f
      where k.tenant_id = ${tenantId} and k.id = f.id and f.state <> 'used'
      returning k.id, k.stack_id, k.contact_id, k.code, f.state as before`,
      ),
      partIfRows("counted", ["marked"], applyCouponCounts(tenantId, changes)),
      partIfRows("logged", ["marked"], logged),
    ],
    lastPart(
      ["found", "marked"],
      sql`
    select (select count(*)::int from marked) as marked,
      (select count(*)::int from found where state = 'used') as already,
      ${codes.length}::int - (select count(*)::int from found) as unknown`,
    ),
  );
  return singleRow(rows);
}

/** Marks the codes of orders as used, in the stacks of the order's shop and in those without a shop. */
export async function markOrderCouponsUsed(db: TenantDb, orders: readonly CouponOrder[], at: Date): Promise<void> {
  const { sql, tenantId } = db;
  const logged = appendSelect(couponUsed, {
    tenantId,
    at,
    contactId: node`c.id`,
    payload: { stackId: node`m.stack_id::text`, title: node`m.code`, orderId: node`m.order_id::text` },
    from: node`from marked m
      join contact c on c.tenant_id = ${tenantId} and c.id = coalesce(m.contact_id, m.buyer_id) order by m.id`,
  });
  const rows = orders.map((order) => ({ ...order, key: codeKey(order.couponCode) }));
  await inParts<object>(
    db,
    [
      inlinedPart(
        "bought",
        [],
        sql`
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as o("orderId" bigint, "shopId" bigint, "contactId" bigint, key text)`,
      ),
      part(
        "wanted",
        ["bought"],
        sql`
      select s.id as stack_id, b.key from bought b
      join coupon_stack s on s.tenant_id = ${tenantId} and (s.shop_id is null or s.shop_id = b."shopId")`,
        "materialized",
      ),
      part(
        "locked",
        ["wanted"],
        sql`
      select k.id, k.state, k.stack_id, k.code_key from coupon k
      where k.tenant_id = ${tenantId} and k.state <> 'used' and k.stack_id = any(array(select stack_id from wanted))
        and k.code_key = any(array(select key from wanted))
      order by k.id for update`,
        "materialized",
      ),
      inlinedPart(
        "found",
        ["wanted", "locked"],
        sql`
      select l.* from locked l where (l.stack_id, l.code_key) in (select stack_id, key from wanted)`,
        "materialized",
      ),
      inlinedPart(
        "owned",
        ["bought", "found"],
        sql`
      select distinct on (f.id) f.id, f.state, b."orderId", b."contactId" from found f
      join coupon_stack s on s.tenant_id = ${tenantId} and s.id = f.stack_id
      join bought b on b.key = f.code_key and (s.shop_id is null or s.shop_id = b."shopId")
      where f.state <> 'used' order by f.id, b."orderId"`,
      ),
      partIfRows(
        "marked",
        ["owned"],
        sql`
      update coupon k set state = 'used', used_at = ${at} from owned o
      where k.tenant_id = ${tenantId} and k.id = o.id
      returning k.id, k.stack_id, k.contact_id, k.code, o.state as before, o."orderId" as order_id,
        o."contactId" as buyer_id`,
      ),
      partIfRows("counted", ["marked"], applyCouponCounts(tenantId, changes)),
    ],
    lastPart(["marked"], logged),
  );
}
