import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import type { RuleGroup, RuleOf } from "./grammar.ts";
import type { CompileContext } from "./compile-context.ts";

type CampaignRule = RuleOf<"campaign">;

const times = {
  delivered: node`g.delivered_at`,
  opened: node`g.opened_at`,
  clicked: node`g.clicked_at`,
  not_delivered: node`g.delivered_at`,
  not_opened: node`g.opened_at`,
  not_clicked: node`g.clicked_at`,
  complained: node`g.complained_at`,
  unsubscribed: node`g.unsubscribed_at`,
} as const;

const isNegative = ({ operator }: CampaignRule) => operator.startsWith("not_");

/** What a positive rule demands of the message, and what a negative one excludes. */
function happened(rule: CampaignRule): SqlNode {
  // The links of language variants have numbers of their own.
  if (rule.operator === "clicked_link") return node`coalesce((g.links->${rule.link}::text->>'clicks')::int, 0) > 0`;
  // The statistics of the campaign count bounces in the same way.
  if (rule.operator === "bounced") return node`g.state in ('softbounced', 'hardbounced')`;
  return node`${times[rule.operator]} is not null`;
}

function ruleCondition(rule: CampaignRule): SqlNode {
  switch (rule.operator) {
    case "not_delivered":
    case "not_opened":
    case "not_clicked":
      return node`${times[rule.operator]} is null`;
    default:
      return happened(rule);
  }
}

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
        ...(positives.length === 0 ? [] : [has(positives.map(happened), or)]),
        ...(negatives.length === 0 ? [] : [node`not ${has(negatives.map(happened), and)}`]),
      ];
    }
    return positives.length === 0
      ? [node`not ${has(negatives.map(happened), or)}`]
      : [has(own.map(ruleCondition), and)];
  });
}

const joinedInParentheses = (conditions: readonly SqlNode[], join: SqlNode): SqlNode =>
  conditions.length > 1 ? node`(${joinNodes(conditions, join)})` : joinNodes(conditions, join);

const hasMessage = ({ tenantId }: CompileContext, campaignId: string, what: SqlNode): SqlNode =>
  node`exists (select from message g where g.tenant_id = ${tenantId} and g.source_id = ${campaignId} and g.contact_id = c.id and ${what})`;
