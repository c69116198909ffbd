import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import type { CompileContext } from "./compile-context.ts";
import type { RuleOf, RuleGroup } from "./grammar.ts";
import { splitList } from "./values.ts";

/** The group of the rules. */
export type EnclosingGroup = {
  readonly match: RuleGroup["match"];
  readonly compileDefinition: (context: CompileContext, definition: RuleGroup) => SqlNode;
};

export function listCondition({ tenantId }: CompileContext, { operator, listId }: RuleOf<"list">): SqlNode {
  const isMember = node`exists (select from list_member m where m.tenant_id = ${tenantId} and m.list_id = ${listId} and m.contact_id = c.id and m.state in ('confirmed', 'unconfirmed'))`;
  return operator === "in" ? isMember : node`not ${isMember}`;
}

export function engagementCondition(_context: CompileContext, { operator, value }: RuleOf<"engagement">): SqlNode {
  const letters = joinNodes(
    splitList(value).map((letter) => node`${letter}`),
    node`, `,
  );
  return operator === "in" ? node`c.engagement in (${letters})` : node`c.engagement not in (${letters})`;
}

export function purposeCondition(
  { tenantId, now }: CompileContext,
  { operator, purposeId }: RuleOf<"purpose">,
): SqlNode {
  const isValid = node`exists (select from consent k where k.tenant_id = ${tenantId} and k.purpose_id = ${purposeId} and k.contact_id = c.id and k.state = 'valid' and (k.valid_until is null or k.valid_until > ${now}))`;
  return operator === "valid" ? isValid : node`not ${isValid}`;
}

/** A snapshot is looked up; a live segment is replaced by its definition. A deleted segment has no members. */
export function segmentCondition(
  context: CompileContext,
  { operator, segmentId }: RuleOf<"segment">,
  { compileDefinition }: EnclosingGroup,
): SqlNode {
  const segment = context.segments.get(segmentId);
  if (segment?.isSnapshot === false) {
    const isMatched = compileDefinition(context, segment.definition);
    return operator === "in" ? isMatched : node`${isMatched} is not true`;
  }
  const isMember = node`exists (select from segment_member s where s.tenant_id = ${context.tenantId} and s.segment_id = ${segmentId} and s.contact_id = c.id)`;
  return operator === "in" ? isMember : node`not ${isMember}`;
}
