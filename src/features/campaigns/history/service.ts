import type { Context } from "../../../context.ts";
import { campaignChanged } from "../../../journal/events.ts";
import { appendEntries } from "../../../journal/journal.ts";
import { memberIdOf } from "../../../kernel/actor.ts";
import { requireFound } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { findCampaign } from "../queries.ts";
import type { CampaignChangeKind } from "./shapes.ts";
import * as queries from "./queries.ts";

/** Has to run in the transaction of the change. */
export async function recordChange(ctx: Context, campaignId: string, change: CampaignChangeKind): Promise<void> {
  const { db, clock, actor } = ctx;
  const memberId = memberIdOf(actor) ?? undefined;
  const keyId = actor.kind === "key" ? actor.keyId : undefined;
  await appendEntries(db, [
    campaignChanged.entry({ contactId: null, at: clock.now(), payload: { campaignId, change, memberId, keyId } }),
  ]);
}

export async function listCampaignHistory({ db }: Context, id: string, query: Paging & { sort?: string }) {
  requireFound(await findCampaign(db, id), "campaign");
  const { page, pageSize, offset } = toPage(query);
  const [total, rows] = await Promise.all([
    queries.countChanges(db, id),
    queries.listChanges(db, id, { limit: pageSize, offset, isOldestFirst: query.sort === "at" }),
  ]);
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total, page, pageSize };
}
