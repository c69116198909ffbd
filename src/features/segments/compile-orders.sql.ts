import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import { startOfDay, startOfNextDay } from "../../kernel/local-time.ts";
import { fold } from "../../kernel/text.ts";
import { lastDays } from "./calendar.ts";
import type { RuleOf } from "./grammar.ts";
import type { CompileContext } from "./compile-context.ts";
import { splitList } from "./values.ts";

/**
 * Rules about completed orders. Without a period they use the stored totals of the contact, otherwise the orders by
 * their covering index. A contact without orders has a count and sum of zero, so upper bounds are compiled as negations
 * of lower bounds: there is no row for zero.
 */
export function orderCountCondition(context: CompileContext, rule: RuleOf<"order_count">): SqlNode {
  const count = Number(rule.count);
  const { operator } = rule;
  if (operator === "eq")
    return count === 0 ? node`not ${hasOrders(context, rule, 1)}` : hasExactly(context, rule, count);
  if (operator === "lte") return node`not ${hasOrders(context, rule, count + 1)}`;
  return count === 0 ? node`true` : hasOrders(context, rule, count);
}

type Scope = { readonly shopId?: string; readonly days?: string };

function hasOrders(context: CompileContext, scope: Scope, count: number): SqlNode {
  if (count === 1) return node`exists (select from ${selectOrders(context, scope)} and o.contact_id = c.id)`;
  return hasGroup(context, scope, node`${countOf(scope)} >= ${count}`);
}

const hasExactly = (context: CompileContext, scope: Scope, count: number): SqlNode =>
  hasGroup(context, scope, node`${countOf(scope)} = ${count}`);

const countOf = ({ days }: Scope): SqlNode => (days === undefined ? node`sum(o.orders)` : node`count(*)`);

/** Grouped first: the planner may aggregate once and join, or evaluate per contact. */
const hasGroup = (context: CompileContext, scope: Scope, having: SqlNode): SqlNode =>
  node`exists (select from (select o.contact_id from ${selectOrders(context, scope)} group by o.contact_id having ${having}) b where b.contact_id = c.id)`;

function selectOrders(context: CompileContext, { shopId, days }: Scope): SqlNode {
  const { tenantId } = context;
  const shop = shopId === undefined ? node`` : node` and o.shop_id = ${shopId}`;
  if (days === undefined) return node`contact_order_total o where o.tenant_id = ${tenantId}${shop}`;
  return node`shop_order o where o.tenant_id = ${tenantId}${shop} and o.state_category = 'completed' and ${isWithin(context, days)}`;
}

/** The period ends today: orders dated later are excluded. */
function isWithin({ now, timeZone }: CompileContext, days: string): SqlNode {
  const { from, to } = lastDays(now, timeZone, Number(days));
  return node`o.created_at >= ${startOfDay(from, timeZone)} and o.created_at < ${startOfNextDay(to, timeZone)}`;
}

export function orderValueCondition(context: CompileContext, rule: RuleOf<"order_value">): SqlNode {
  const { operator, amount, days } = rule;
  const isZero = Number(amount) === 0;
  const has = (compared: SqlNode): SqlNode =>
    days === undefined ? hasTotal(context, rule, compared) : hasSum(context, rule, compared);
  if (operator === "lte") return node`not ${has(node`> ${amount}`)}`;
  return isZero ? node`not ${has(node`< ${amount}`)}` : has(node`>= ${amount}`);
}

const hasTotal = (
  { tenantId }: CompileContext,
  { shopId, currency }: RuleOf<"order_value">,
  compared: SqlNode,
): SqlNode =>
  node`exists (select from contact_order_total o where o.tenant_id = ${tenantId} and o.shop_id = ${shopId} and o.currency = ${currency} and o.total ${compared} and o.contact_id = c.id)`;

const hasSum = (context: CompileContext, rule: RuleOf<"order_value">, compared: SqlNode): SqlNode =>
  node`exists (select from (select o.contact_id from ${selectOrders(context, rule)} and o.currency = ${rule.currency} group by o.contact_id having sum(o.total) ${compared}) b where b.contact_id = c.id)`;

export function lastOrderCondition(context: CompileContext, rule: RuleOf<"last_order">): SqlNode {
  const { tenantId, timeZone } = context;
  const shop = rule.shopId === undefined ? node`` : node` and o.shop_id = ${rule.shopId}`;
  const since = (at: Date): SqlNode =>
    node`exists (select from contact_order_total o where o.tenant_id = ${tenantId}${shop} and o.last_at >= ${at} and o.contact_id = c.id)`;
  switch (rule.operator) {
    case "in_last_days":
      return hasOrders(context, rule, 1);
    case "not_in_last_days":
      return node`not ${hasOrders(context, rule, 1)}`;
    case "after":
      return since(startOfNextDay(rule.date, timeZone));
    case "before":
      return node`(${hasOrders(context, withoutPeriod(rule), 1)} and not ${since(startOfDay(rule.date, timeZone))})`;
  }
}

const withoutPeriod = ({ shopId }: Scope): Scope => (shopId === undefined ? {} : { shopId });

const keys = { category: node`category_key`, brand: node`brand_key` } as const;

/** Items with the category or brand, and items without one whose product has it in a feed of the shop. */
const itemsOfAttribute = (tenantId: string, key: SqlNode, value: string): SqlNode =>
  node`select i.order_id, null::bigint as shop_id from order_item i where i.tenant_id = ${tenantId} and i.${key} = ${value} union all select i.order_id, f.shop_id from feed_item p join feed f on f.tenant_id = ${tenantId} and f.id = p.feed_id join order_item i on i.tenant_id = ${tenantId} and i.code_key = p.code_key and i.${key} is null where p.tenant_id = ${tenantId} and p.${key} = ${value}`;

export function orderAttributeCondition(context: CompileContext, rule: RuleOf<"order_attribute">): SqlNode {
  const { tenantId } = context;
  const shop = rule.shopId === undefined ? node`` : node` and o.shop_id = ${rule.shopId}`;
  const period = rule.days === undefined ? node`` : node` and ${isWithin(context, rule.days)}`;
  const value = fold(rule.value.trim());
  const hasBought =
    rule.attribute === "code"
      ? node`exists (select from order_item i join shop_order o on o.tenant_id = ${tenantId} and o.id = i.order_id where i.tenant_id = ${tenantId} and i.code_key = ${value} and o.state_category = 'completed'${shop}${period} and o.contact_id = c.id)`
      : node`exists (select from (${itemsOfAttribute(tenantId, keys[rule.attribute], value)}) i join shop_order o on o.tenant_id = ${tenantId} and o.id = i.order_id and (i.shop_id is null or i.shop_id = o.shop_id) where o.state_category = 'completed'${shop}${period} and o.contact_id = c.id)`;
  return rule.operator === "eq" ? hasBought : node`not ${hasBought}`;
}

export function rfmCondition({ tenantId }: CompileContext, rule: RuleOf<"rfm">): SqlNode {
  const groups = joinNodes(
    splitList(rule.value).map((group) => node`${group}`),
    node`, `,
  );
  const isIn = node`exists (select from rfm_score r where r.tenant_id = ${tenantId} and r.shop_id = ${rule.shopId} and r.currency = ${rule.currency} and r.rfm_group in (${groups}) and r.contact_id = c.id)`;
  return rule.operator === "in" ? isIn : node`not ${isIn}`;
}
