import { joined, part, type Part } from "../../db/statement.ts";
import type { Group, RuleOf } from "./grammar.ts";
import type { World } from "./world.ts";

type CampaignRule = RuleOf<"campaign">;

const times: Readonly<Record<CampaignRule["operator"], Part>> = {
  delivered: part`g.delivered_at`,
  opened: part`g.opened_at`,
  clicked: part`g.clicked_at`,
  not_delivered: part`g.delivered_at`,
  not_opened: part`g.opened_at`,
  not_clicked: part`g.clicked_at`,
};

const isDenial = ({ operator }: CampaignRule) => operator.startsWith("not_");
const happened = ({ operator }: CampaignRule): Part => part`${times[operator]} is not null`;
const asSaid = (rule: CampaignRule): Part => (isDenial(rule) ? part`${times[rule.operator]} is null` : happened(rule));

const and = part` and `;
const or = part` or `;

/**
 * The rules of one group about one campaign. A contact has one message of a campaign at most, so that all of them are
 * asked of that message at once: "opened and not clicked" looks the message up once, not twice.
 */
export function campaignConditions(world: World, match: Group["match"], rules: readonly CampaignRule[]): Part[] {
  const ids = [...new Set(rules.map(({ campaignId }) => campaignId))];
  return ids.flatMap((campaignId) => {
    const own = rules.filter((rule) => rule.campaignId === campaignId);
    const [said, denials] = [own.filter((rule) => !isDenial(rule)), own.filter(isDenial)];
    const has = (what: readonly Part[], join: Part) => hasMessage(world, campaignId, joinedIn(what, join));
    if (match === "any") {
      return [
        ...(said.length === 0 ? [] : [has(said.map(happened), or)]),
        ...(denials.length === 0 ? [] : [part`not ${has(denials.map(happened), and)}`]),
      ];
    }
    return said.length === 0 ? [part`not ${has(denials.map(happened), or)}`] : [has(own.map(asSaid), and)];
  });
}

const joinedIn = (conditions: readonly Part[], join: Part): Part =>
  conditions.length > 1 ? part`(${joined(conditions, join)})` : joined(conditions, join);

const hasMessage = ({ tenantId }: World, campaignId: string, what: Part): Part =>
  part`exists (select from campaign_message g where g.tenant_id = ${tenantId} and g.campaign_id = ${campaignId} and g.contact_id = c.id and ${what})`;
