import type { Context, DeletableObject, Dependents } from "../../context.ts";
import * as queries from "./dependents.queries.ts";

/** Campaigns that still need a list, a segment, a sender or a sending domain. */
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
    case "form":
    case "survey":
    case "campaign":
    // A campaign whose stack is gone pauses before the next message.
    case "coupon_stack":
      return undefined;
  }
}

const idsOf = (reason: string, campaignIds: string[]): Dependents | undefined =>
  campaignIds.length === 0 ? undefined : { reason, params: { campaignIds } };

const countOf = (campaigns: number): Dependents | undefined =>
  campaigns === 0 ? undefined : { reason: "used", params: { campaigns } };
