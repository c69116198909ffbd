import { inTransaction, type Context } from "../../../context.ts";
import { conflict } from "../../../kernel/errors.ts";
import { deleteUnsentMessages } from "../../delivery/pending.queries.ts";
import { getCampaign, getLockedCampaign } from "../service.ts";
import { requireTransition } from "../transitions.ts";
import { clearApproval, listCampaignVariants } from "./queries.ts";

/** A cancelled campaign becomes a draft as if it had never been approved, unless one of its messages may have left. */
export async function returnToDraft(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    const { db, clock } = inner;
    await getLockedCampaign(inner, id);
    for (const { status } of await listCampaignVariants(db, id)) requireTransition(status, "back_to_draft");
    if (!(await deleteUnsentMessages(db, id))) throw conflict("status", { current: "cancelled" });
    await clearApproval(db, id, clock.now());
    return getCampaign(inner, id);
  });
}
