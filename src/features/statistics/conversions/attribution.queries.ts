import type { Fragment } from "../../../db/client.ts";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import type { PayloadFieldOf } from "../../../journal/event.ts";
import { emailClicked, emailRevised, orderCreated, orderMoved } from "../../../journal/events.ts";
import { isEventOf, payloadField } from "../../../journal/fields.sql.ts";
import { inRange, type JournalRange } from "../../../journal/journal.ts";
import { honeypotLink } from "../../../mail/render/links.ts";
import { toId, isSource } from "../journal-values.sql.ts";

/** The longest window that a company can set, in hours, so that no change of the clock counts. */
const maxWindow = ({ sql }: TenantDb): Fragment => sql`interval '2160 hours'`;

const clickField = ({ sql }: TenantDb, name: PayloadFieldOf<typeof emailClicked>): Fragment =>
  toFragment(sql, payloadField(emailClicked, name));

/** A click by a person in an e-mail of a campaign or an automation. */
const isCountedClick = (db: TenantDb): Fragment => {
  const { sql } = db;
  const source = toId(db, clickField(db, "campaignId"));
  return sql`
    ${toFragment(sql, isEventOf([emailClicked]))} and ${clickField(db, "verdict")} = 'human'
      and ${clickField(db, "link")} is distinct from ${String(honeypotLink)} and ${isSource(db, source)}`;
};

/**
 * Attributes the orders that the entries of a range concern: new and moved ones, and those that followed a click or one
 * whose verdict was revised. Each is attributed anew from all clicks of its buyer, so that late orders, late clicks and repeated entries give the same
 * result. An order without a contact keeps its attribution: its contact was deleted or erased.
 */
export async function attributeOrders(db: TenantDb, range: JournalRange): Promise<void> {
  const { sql, tenantId } = db;
  const entries = toFragment(sql, inRange(db, range));
  const orderEvents = [orderCreated, orderMoved] as const;
  const orderId = toFragment(sql, payloadField(orderEvents, "orderId"));
  await attribute(
    db,
    sql`
      select ${toId(db, orderId)} as id from journal j
      where ${entries} and ${toFragment(sql, isEventOf(orderEvents))}
      union
      select o.id from (
        select contact_id, min(at) as first, max(at) as last from journal j
        where ${entries} and (${toFragment(sql, isEventOf([emailRevised]))} or ${isCountedClick(db)}) group by contact_id offset 0
      ) click join shop_order o on o.tenant_id = ${tenantId} and o.contact_id = click.contact_id
        and o.created_at >= click.first and o.created_at <= click.last + ${maxWindow(db)}`,
  );
}

/** `orders` answers `id`. Runs in the transaction of the reader, so that no two do this at once. */
async function attribute(db: TenantDb, orders: Fragment): Promise<void> {
  const { sql, tenantId } = db;
  await sql`
    with affected as materialized (${orders}), attributed as materialized (
      select o.id as order_id, o.created_at as ordered_at, click.*
      from affected join shop_order o on o.tenant_id = ${tenantId} and o.id = affected.id
      left join lateral (
        select j.at as clicked_at, ${toId(db, clickField(db, "campaignId"))} as source_id,
          coalesce(${toId(db, clickField(db, "variantId"))}, ${toId(db, clickField(db, "campaignId"))}) as variant_id
        from journal j
        where j.tenant_id = ${tenantId} and j.contact_id = o.contact_id and ${isCountedClick(db)}
          and j.at <= o.created_at and j.at >= o.created_at - ${maxWindow(db)}
        order by j.at desc, j.id desc limit 1
      ) click on true
      where o.contact_id is not null
    ), removed as (
      delete from order_attribution a using attributed t
      where a.tenant_id = ${tenantId} and a.order_id = t.order_id and t.clicked_at is null
    )
    insert into order_attribution as a (tenant_id, order_id, source_id, variant_id, ordered_at, clicked_at)
    select ${tenantId}, order_id, source_id, variant_id, ordered_at, clicked_at from attributed
    where clicked_at is not null order by order_id
    on conflict (tenant_id, order_id) do update set source_id = excluded.source_id, variant_id = excluded.variant_id,
      ordered_at = excluded.ordered_at, clicked_at = excluded.clicked_at
    where (a.source_id, a.variant_id, a.ordered_at, a.clicked_at)
      is distinct from (excluded.source_id, excluded.variant_id, excluded.ordered_at, excluded.clicked_at)`;
}
