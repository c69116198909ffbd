import type { Context, Dependents } from "../../context.ts";
import { namesFeed } from "../feeds/references.ts";
import { listContentMentioningFeed } from "./feed-uses.queries.ts";

/** Templates, also those of automations, and footers that show products or articles of the feed. */
export async function findFeedUses({ db }: Context, feedId: string): Promise<Dependents | undefined> {
  const mentioned = await listContentMentioningFeed(db, feedId);
  const named = mentioned.filter(({ html, text }) => namesFeed([html, text], feedId));
  const idsOf = (kind: string) => [...new Set(named.filter((each) => each.kind === kind).map(({ id }) => id))];
  const params = { templateIds: idsOf("template").slice(0, 100), footerIds: idsOf("footer").slice(0, 100) };
  return named.length === 0 ? undefined : { reason: "used", params };
}
