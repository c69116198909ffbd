import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import { campaignConditions } from "./compile-campaigns.sql.ts";
import { customFieldCondition, fieldCondition } from "./compile-fields.sql.ts";
import {
  lastOrderCondition,
  orderAttributeCondition,
  orderCountCondition,
  orderValueCondition,
} from "./compile-orders.sql.ts";
import type { RuleGroup, Rule, RuleOf } from "./grammar.ts";
import { splitList } from "./values.ts";
import type { CompileContext } from "./compile-context.ts";

const and = node` and `;
const or = node` or `;

/**
 * A definition as one condition on `contact c`. Rules about other tables are EXISTS with an equality on the contact: beside
 * each other the planner makes joins of them, inside an OR it chooses between a hash and an index look-up.
 */
export function compileDefinition(context: CompileContext, { match, rules }: RuleGroup): SqlNode {
  const campaigns = rules.filter((rule) => rule.type === "campaign");
  const conditions = [
    ...rules
      .filter((rule) => rule.type !== "campaign")
      .toSorted((left, right) => costOf(left) - costOf(right))
      .map((rule) => (rule.type === "group" ? compileDefinition(context, rule) : ruleCondition(context, rule))),
    ...campaignConditions(context, match, campaigns),
  ];
  if (conditions.length === 0) return node`true`;
  return node`(${joinNodes(conditions, match === "all" ? and : or)})`;
}

const ownColumns: ReadonlySet<Rule["type"]> = new Set(["field", "custom_field", "engagement"]);

/** PostgreSQL asks the arms of an OR in their order: what the row itself tells comes before what must be looked up. */
function costOf(node: RuleGroup | Rule): number {
  if (node.type === "group") return Math.max(0, ...node.rules.map(costOf));
  return ownColumns.has(node.type) ? 0 : 1;
}

function ruleCondition(context: CompileContext, rule: Exclude<Rule, { type: "campaign" }>): SqlNode {
  switch (rule.type) {
    case "list":
      return listCondition(context, rule);
    case "field":
      return fieldCondition(context, rule);
    case "order_count":
      return orderCountCondition(context, rule);
    case "order_value":
      return orderValueCondition(context, rule);
    case "last_order":
      return lastOrderCondition(context, rule);
    case "order_attribute":
      return orderAttributeCondition(context, rule);
    case "engagement":
      return engagementCondition(rule);
    case "purpose":
      return purposeCondition(context, rule);
    case "custom_field":
      return customFieldCondition(context, rule);
    case "segment":
      return segmentCondition(context, rule);
  }
}

function listCondition({ tenantId }: CompileContext, { operator, listId }: RuleOf<"list">): SqlNode {
  const isMember = node`exists (select from list_member m where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.contact_id = c.id and m.state in ('confirmed', 'unconfirmed'))`;
  return operator === "in" ? isMember : node`not ${isMember}`;
}

function engagementCondition({ operator, value }: RuleOf<"engagement">): SqlNode {
  const letters = joinNodes(
    splitList(value).map((letter) => node`${letter}`),
    node`, `,
  );
  return operator === "in" ? node`c.engagement in (${letters})` : node`c.engagement not in (${letters})`;
}

function purposeCondition({ tenantId, now }: CompileContext, { operator, purposeId }: RuleOf<"purpose">): SqlNode {
  const isValid = node`exists (select from consent k where k.tenant_id = ${tenantId} and k.purpose_id = ${purposeId} and k.contact_id = c.id and k.state = 'valid' and (k.valid_until is null or k.valid_until > ${now}))`;
  return operator === "valid" ? isValid : node`not ${isValid}`;
}

/** A snapshot is looked up, a live segment's definition stands in its place. One that is gone has no members. */
function segmentCondition(context: CompileContext, { operator, segmentId }: RuleOf<"segment">): SqlNode {
  const segment = context.segments.get(segmentId);
  if (segment?.isSnapshot === false) {
    const isMatched = compileDefinition(context, segment.definition);
    return operator === "in" ? isMatched : node`${isMatched} is not true`;
  }
  const isMember = node`exists (select from segment_member s where s.tenant_id = ${context.tenantId} and s.segment_id = ${segmentId} and s.contact_id = c.id)`;
  return operator === "in" ? isMember : node`not ${isMember}`;
}
