import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import type { CompileContext } from "./compile-context.ts";
import { ruleVariants, type Rule, type RuleGroup, type RuleOf, type RuleType } from "./grammar.ts";
import { compileRule, compileTogether, ruleTypes } from "./rule-types.ts";
import type { EnclosingGroup } from "./compile-rules.sql.ts";

const and = node` and `;
const or = node` or `;

type GroupMember = RuleGroup | Rule;

/**
 * A definition as one condition on `contact c`. Rules about other tables are EXISTS with an equality on the contact: under
 * AND the planner turns them into joins, inside an OR it chooses between a hash and an index lookup.
 */
export function compileDefinition(context: CompileContext, { match, rules }: RuleGroup): SqlNode {
  const group: EnclosingGroup = { match, compileDefinition };
  const conditions = [
    ...rules
      .filter((rule) => !isCompiledTogether(rule))
      .toSorted((left, right) => costOf(left) - costOf(right))
      .flatMap((rule) =>
        rule.type === "group" ? [compileDefinition(context, rule)] : compileRule(context, rule, group),
      ),
    ...typesCompiledTogether.flatMap((type) => compileTogether(context, { type, rules: rulesOf(rules, type) }, group)),
  ];
  if (conditions.length === 0) return node`true`;
  return node`(${joinNodes(conditions, match === "all" ? and : or)})`;
}

const isCompiledTogether = (rule: GroupMember): boolean =>
  rule.type !== "group" && ruleTypes[rule.type].compiled === "together";

const isRuleType = (name: string): name is RuleType => name in ruleVariants;
const typesCompiledTogether = Object.keys(ruleTypes)
  .filter(isRuleType)
  .filter((type) => ruleTypes[type].compiled === "together");

const rulesOf = <Name extends RuleType>(rules: readonly GroupMember[], type: Name): RuleOf<Name>[] =>
  rules.filter((rule): rule is RuleOf<Name> => rule.type === type);

/** PostgreSQL evaluates the arms of an OR in order: columns of the row come before lookups. */
function costOf(rule: GroupMember): number {
  if (rule.type === "group") return Math.max(0, ...rule.rules.map(costOf));
  return ruleTypes[rule.type].cost === "columns" ? 0 : 1;
}
