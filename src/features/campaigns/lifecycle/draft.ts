import { inTransaction, type Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { deleteUncountedMessages, deleteUnsentCounts } from "../../delivery/pending.queries.ts";
import { recordChange } from "../history/service.ts";
import { getCampaign, getLockedCampaign } from "../service.ts";
import { requireTransition } from "../transitions.ts";
import { unsentMessagesJob } from "./jobs.ts";
import { clearApproval, listCampaignVariants } from "./queries.ts";

/** Up to this many messages are deleted within the request, more in the background. */
const maxInlineMessages = 5000;

/** A cancelled campaign becomes a draft as if it had never been approved, unless one of its messages may have left. */
export async function returnToDraft(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    const { db, clock, jobs } = inner;
    await getLockedCampaign(inner, id);
    for (const { status } of await listCampaignVariants(db, id)) requireTransition(status, "back_to_draft");
    if (!(await deleteUnsentCounts(db, id))) throw conflict("status", { current: "cancelled" });
    const deleted = await deleteUncountedMessages(db, id, maxInlineMessages);
    if (deleted === maxInlineMessages)
      await jobs.send(db, unsentMessagesJob, { tenantId: db.tenantId, campaignId: id });
    await clearApproval(db, id, clock.now());
    await recordChange(inner, id, "returned_to_draft");
    return getCampaign(inner, id);
  });
}
