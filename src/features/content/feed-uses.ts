import type { Context } from "../../context.ts";
import type { Referrer } from "../../kernel/errors.ts";
import { namesFeed } from "../feeds/references.ts";
import { listContentMentioningFeed } from "./feed-uses.queries.ts";

/** Templates, also those of automations, and footers that show products or articles of the feed. */
export async function findFeedUses({ db }: Context, feedId: string): Promise<Referrer[]> {
  const mentioned = await listContentMentioningFeed(db, feedId);
  const named = mentioned.filter(({ html, text }) => namesFeed([html, text], feedId));
  const byOwner = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, { kind, id, name }]));
  return [...byOwner.values()].slice(0, 100);
}
