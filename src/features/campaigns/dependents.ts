import type { Context, DeletableObject, Dependents } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { namesFeed } from "../feeds/references.ts";
import * as queries from "./dependents.queries.ts";

/** Campaigns that still need a list, a segment, a feed, a sender or a sending domain. */
export async function findDependents({ db }: Context, object: DeletableObject): Promise<Dependents | undefined> {
  switch (object.kind) {
    case "list":
      return idsOf("used", await queries.listCampaignsUsingLists(db, object.ids));
    case "segment":
      return idsOf("campaign", await queries.listCampaignsUsingSegment(db, object.id));
    case "sender":
      return countOf(await queries.countActiveCampaignsOfSender(db, object.id));
    case "sending_domain":
      return countOf(await queries.countActiveCampaignsOfDomain(db, object.domain));
    case "feed":
      return idsOf("used", await listCampaignsShowingFeed(db, object.id));
    case "form":
    case "survey":
    case "campaign":
    // A campaign whose stack is gone pauses before the next message.
    case "coupon_stack":
      return undefined;
  }
}

/** Of all variants; a variant's footer is that of its campaign. */
async function listCampaignsShowingFeed(db: TenantDb, feedId: string): Promise<string[]> {
  const mentioned = await queries.listCampaignsMentioningFeed(db, feedId);
  const named = mentioned.filter(({ html, text, footerHtml }) => namesFeed([html, text, footerHtml], feedId));
  return [...new Set(named.map(({ id }) => id))].slice(0, 100);
}

const idsOf = (reason: string, campaignIds: string[]): Dependents | undefined =>
  campaignIds.length === 0 ? undefined : { reason, params: { campaignIds } };

const countOf = (campaigns: number): Dependents | undefined =>
  campaigns === 0 ? undefined : { reason: "used", params: { campaigns } };
