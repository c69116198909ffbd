import type { Context } from "../../context.ts";
import type { Referrer } from "../../kernel/errors.ts";
import { namesFeed } from "../feeds/references.ts";
import { listCampaignsMentioningFeed } from "./dependents.queries.ts";

/** Campaigns that show the feed in any variant; a variant's footer is that of its campaign. */
export async function findFeedUses({ db }: Pick<Context, "db">, feedId: string): Promise<Referrer[]> {
  const mentioned = await listCampaignsMentioningFeed(db, feedId);
  const named = mentioned.filter(({ html, text, footerHtml }) => namesFeed([html, text, footerHtml], feedId));
  return [...new Map(named.map(({ id, name }) => [id, { kind: "campaign", id, name }])).values()].slice(0, 100);
}
