import { partIfRows, type Part } from "../../db/parts.ts";
import { node, type SqlNode } from "../../db/sql-node.ts";

/**
 * Parts that give the orders of deleted contacts, and their totals, to the contacts of the part `new (tenant_id, id, email)`
 * with the same address. Must run under the lock of these addresses.
 */
export const linkOrders = (tenantId: string): readonly Part<SqlNode>[] => [
  partIfRows(
    "linked",
    ["new"],
    node`
    update shop_order o set contact_id = new.id from new
    where o.tenant_id = ${tenantId} and o.email = new.email and o.contact_id is null
    returning o.tenant_id, o.contact_id, o.shop_id, o.currency, o.total, o.created_at, o.state_category`,
  ),
  partIfRows(
    "linked_totals",
    ["linked"],
    node`
    insert into contact_order_total as t (tenant_id, contact_id, shop_id, currency, orders, total, first_at, last_at)
    select tenant_id, contact_id, shop_id, currency, count(*), sum(total), min(created_at), max(created_at)
    from linked where state_category = 'completed' group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (tenant_id, contact_id, shop_id, currency) do update
      set orders = t.orders + excluded.orders, total = t.total + excluded.total,
        first_at = least(t.first_at, excluded.first_at), last_at = greatest(t.last_at, excluded.last_at)`,
  ),
];

/** Orders stay when their contacts, those in `old`, are deleted. */
export const unlinkOrders = (tenantId: string): SqlNode => node`
  update shop_order set contact_id = null where tenant_id = ${tenantId} and contact_id = any(array(select id from old))`;

/** A condition on `new`: the contact got an order. */
export const hasLinkedOrders = node`exists (select from linked where linked.contact_id = new.id)`;
