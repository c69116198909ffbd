import { joined, part, type Part } from "../../db/statement.ts";
import { campaignConditions } from "./compile-campaigns.ts";
import { customFieldCondition, fieldCondition } from "./compile-fields.ts";
import {
  lastOrderCondition,
  orderAttributeCondition,
  orderCountCondition,
  orderValueCondition,
} from "./compile-orders.ts";
import type { Group, Rule, RuleOf } from "./grammar.ts";
import { split } from "./values.ts";
import type { World } from "./world.ts";

const and = part` and `;
const or = part` or `;

/**
 * A definition as one condition on `contact c`. Rules about other tables are EXISTS with an equality on the contact: beside
 * each other the planner makes joins of them, inside an OR it chooses between a hash and an index look-up.
 */
export function compile(world: World, { match, rules }: Group): Part {
  const campaigns = rules.filter((rule) => rule.type === "campaign");
  const conditions = [
    ...rules
      .filter((rule) => rule.type !== "campaign")
      .toSorted((left, right) => costOf(left) - costOf(right))
      .map((rule) => (rule.type === "group" ? compile(world, rule) : conditionOf(world, rule))),
    ...campaignConditions(world, match, campaigns),
  ];
  if (conditions.length === 0) return part`true`;
  return part`(${joined(conditions, match === "all" ? and : or)})`;
}

const ownColumns: ReadonlySet<Rule["type"]> = new Set(["field", "custom_field", "engagement"]);

/** PostgreSQL asks the arms of an OR in their order: what the row itself tells comes before what must be looked up. */
function costOf(node: Group | Rule): number {
  if (node.type === "group") return Math.max(0, ...node.rules.map(costOf));
  return ownColumns.has(node.type) ? 0 : 1;
}

function conditionOf(world: World, rule: Exclude<Rule, { type: "campaign" }>): Part {
  switch (rule.type) {
    case "list":
      return listCondition(world, rule);
    case "field":
      return fieldCondition(world, rule);
    case "order_count":
      return orderCountCondition(world, rule);
    case "order_value":
      return orderValueCondition(world, rule);
    case "last_order":
      return lastOrderCondition(world, rule);
    case "order_attribute":
      return orderAttributeCondition(world, rule);
    case "engagement":
      return engagementCondition(rule);
    case "purpose":
      return purposeCondition(world, rule);
    case "custom_field":
      return customFieldCondition(world, rule);
    case "segment":
      return segmentCondition(world, rule);
  }
}

function listCondition({ tenantId }: World, { operator, listId }: RuleOf<"list">): Part {
  const isMember = part`exists (select from list_member m where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.contact_id = c.id and m.state in ('confirmed', 'unconfirmed'))`;
  return operator === "in" ? isMember : part`not ${isMember}`;
}

function engagementCondition({ operator, value }: RuleOf<"engagement">): Part {
  const letters = joined(
    split(value).map((letter) => part`${letter}`),
    part`, `,
  );
  return operator === "in" ? part`c.engagement in (${letters})` : part`c.engagement not in (${letters})`;
}

function purposeCondition({ tenantId, now }: World, { operator, purposeId }: RuleOf<"purpose">): Part {
  const isValid = part`exists (select from consent k where k.tenant_id = ${tenantId} and k.purpose_id = ${purposeId} and k.contact_id = c.id and k.state = 'valid' and (k.valid_until is null or k.valid_until > ${now}))`;
  return operator === "valid" ? isValid : part`not ${isValid}`;
}

/** A snapshot is looked up, a live segment's definition stands in its place. One that is gone has no members. */
function segmentCondition(world: World, { operator, segmentId }: RuleOf<"segment">): Part {
  const segment = world.segments.get(segmentId);
  if (segment?.isSnapshot === false) {
    const isMatched = compile(world, segment.definition);
    return operator === "in" ? isMatched : part`${isMatched} is not true`;
  }
  const isMember = part`exists (select from segment_member s where s.tenant_id = ${world.tenantId} and s.segment_id = ${segmentId} and s.contact_id = c.id)`;
  return operator === "in" ? isMember : part`not ${isMember}`;
}
