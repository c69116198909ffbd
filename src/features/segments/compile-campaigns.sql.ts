import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import type { RuleGroup, RuleOf } from "./grammar.ts";
import type { CompileContext } from "./compile-context.ts";

type CampaignRule = RuleOf<"campaign">;

const times: Readonly<Record<CampaignRule["operator"], SqlNode>> = {
  delivered: node`g.delivered_at`,
  opened: node`g.opened_at`,
  clicked: node`g.clicked_at`,
  not_delivered: node`g.delivered_at`,
  not_opened: node`g.opened_at`,
  not_clicked: node`g.clicked_at`,
};

const isNegative = ({ operator }: CampaignRule) => operator.startsWith("not_");
const hasTime = ({ operator }: CampaignRule): SqlNode => node`${times[operator]} is not null`;
const ruleCondition = (rule: CampaignRule): SqlNode =>
  isNegative(rule) ? node`${times[rule.operator]} is null` : hasTime(rule);

const and = node` and `;
const or = node` or `;

/**
 * The rules of one group about one campaign. A contact has at most one message per campaign, so one EXISTS covers all
 * of them: "opened and not clicked" reads the message once.
 */
export function campaignConditions(
  context: CompileContext,
  match: RuleGroup["match"],
  rules: readonly CampaignRule[],
): SqlNode[] {
  const ids = [...new Set(rules.map(({ campaignId }) => campaignId))];
  return ids.flatMap((campaignId) => {
    const own = rules.filter((rule) => rule.campaignId === campaignId);
    const [positives, negatives] = [own.filter((rule) => !isNegative(rule)), own.filter(isNegative)];
    const has = (what: readonly SqlNode[], join: SqlNode) =>
      hasMessage(context, campaignId, joinedInParentheses(what, join));
    if (match === "any") {
      return [
        ...(positives.length === 0 ? [] : [has(positives.map(hasTime), or)]),
        ...(negatives.length === 0 ? [] : [node`not ${has(negatives.map(hasTime), and)}`]),
      ];
    }
    return positives.length === 0 ? [node`not ${has(negatives.map(hasTime), or)}`] : [has(own.map(ruleCondition), and)];
  });
}

const joinedInParentheses = (conditions: readonly SqlNode[], join: SqlNode): SqlNode =>
  conditions.length > 1 ? node`(${joinNodes(conditions, join)})` : joinNodes(conditions, join);

const hasMessage = ({ tenantId }: CompileContext, campaignId: string, what: SqlNode): SqlNode =>
  node`exists (select from message g where g.tenant_id = ${tenantId} and g.source_id = ${campaignId} and g.contact_id = c.id and ${what})`;
