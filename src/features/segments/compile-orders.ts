import { part, type Part } from "../../db/statement.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { fold } from "../../kernel/text.ts";
import { lastDays } from "./calendar.ts";
import type { RuleOf } from "./grammar.ts";
import type { World } from "./world.ts";

/**
 * Rules about completed orders. Without a period the kept totals of the contact answer, otherwise the orders themselves
 * by their covering index. Everybody who bought nothing has a count and a sum of zero, so that the conditions on little
 * are the negations of conditions on much: there is no row to find for zero.
 */
export function orderCountCondition(world: World, rule: RuleOf<"order_count">): Part {
  const count = Number(rule.count);
  const { operator } = rule;
  if (operator === "eq") return count === 0 ? part`not ${hasOrders(world, rule, 1)}` : hasExactly(world, rule, count);
  if (operator === "lte") return part`not ${hasOrders(world, rule, count + 1)}`;
  return count === 0 ? part`true` : hasOrders(world, rule, count);
}

type Scope = { readonly shopId?: string; readonly days?: string };

function hasOrders(world: World, scope: Scope, count: number): Part {
  if (count === 1) return part`exists (select from ${ordersOf(world, scope)} and o.contact_id = c.id)`;
  return hasSome(world, scope, part`${countOf(scope)} >= ${count}`);
}

const hasExactly = (world: World, scope: Scope, count: number): Part =>
  hasSome(world, scope, part`${countOf(scope)} = ${count}`);

const countOf = ({ days }: Scope): Part => (days === undefined ? part`sum(o.orders)` : part`count(*)`);

/** Grouped first: the planner may do that once for all contacts and join, or for one contact at a time. */
const hasSome = (world: World, scope: Scope, having: Part): Part =>
  part`exists (select from (select o.contact_id from ${ordersOf(world, scope)} group by o.contact_id having ${having}) b where b.contact_id = c.id)`;

function ordersOf(world: World, { shopId, days }: Scope): Part {
  const { tenantId } = world;
  const shop = shopId === undefined ? part`` : part` and o.shop_id = ${shopId}`;
  if (days === undefined) return part`contact_order_total o where o.tenant_id = ${tenantId}${shop}`;
  return part`shop_order o where o.tenant_id = ${tenantId}${shop} and o.meaning = 'completed' and ${isWithin(world, days)}`;
}

/** The last days end with today: an order dated later is not among them. */
function isWithin({ now, timeZone }: World, days: string): Part {
  const { from, to } = lastDays(now, timeZone, Number(days));
  return part`o.created_at >= ${startOfDay(from, timeZone)} and o.created_at < ${startOfNextDay(to, timeZone)}`;
}

export function orderValueCondition(world: World, rule: RuleOf<"order_value">): Part {
  const { operator, amount, days } = rule;
  const isZero = Number(amount) === 0;
  const has = (compared: Part): Part =>
    days === undefined ? hasTotal(world, rule, compared) : hasSum(world, rule, compared);
  if (operator === "lte") return part`not ${has(part`> ${amount}`)}`;
  return isZero ? part`not ${has(part`< ${amount}`)}` : has(part`>= ${amount}`);
}

const hasTotal = ({ tenantId }: World, { shopId, currency }: RuleOf<"order_value">, compared: Part): Part =>
  part`exists (select from contact_order_total o where o.tenant_id = ${tenantId} and o.shop_id = ${shopId} and o.currency = ${currency} and o.total ${compared} and o.contact_id = c.id)`;

const hasSum = (world: World, rule: RuleOf<"order_value">, compared: Part): Part =>
  part`exists (select from (select o.contact_id from ${ordersOf(world, rule)} and o.currency = ${rule.currency} group by o.contact_id having sum(o.total) ${compared}) b where b.contact_id = c.id)`;

export function lastOrderCondition(world: World, rule: RuleOf<"last_order">): Part {
  const { tenantId, timeZone } = world;
  const shop = rule.shopId === undefined ? part`` : part` and o.shop_id = ${rule.shopId}`;
  const since = (at: Date): Part =>
    part`exists (select from contact_order_total o where o.tenant_id = ${tenantId}${shop} and o.last_at >= ${at} and o.contact_id = c.id)`;
  switch (rule.operator) {
    case "in_last_days":
      return hasOrders(world, rule, 1);
    case "not_in_last_days":
      return part`not ${hasOrders(world, rule, 1)}`;
    case "after":
      return since(startOfNextDay(rule.date, timeZone));
    case "before":
      return part`(${hasOrders(world, withoutPeriod(rule), 1)} and not ${since(startOfDay(rule.date, timeZone))})`;
  }
}

const withoutPeriod = ({ shopId }: Scope): Scope => (shopId === undefined ? {} : { shopId });

const keys = {
  code: part`i.code_key`,
  category: part`i.category_key`,
  brand: part`i.brand_key`,
} as const;

export function orderAttributeCondition(world: World, rule: RuleOf<"order_attribute">): Part {
  const { tenantId } = world;
  const shop = rule.shopId === undefined ? part`` : part` and o.shop_id = ${rule.shopId}`;
  const period = rule.days === undefined ? part`` : part` and ${isWithin(world, rule.days)}`;
  const hasBought = part`exists (select from order_item i join shop_order o on o.tenant_id = ${tenantId} and o.id = i.order_id where i.tenant_id = ${tenantId} and ${keys[rule.attribute]} = ${fold(rule.value.trim())} and o.meaning = 'completed'${shop}${period} and o.contact_id = c.id)`;
  return rule.operator === "eq" ? hasBought : part`not ${hasBought}`;
}
