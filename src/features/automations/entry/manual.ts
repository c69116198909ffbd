import { inTransaction, type Context } from "../../../context.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import { lockContacts } from "../../contacts/memberships/queries.ts";
import { getAutomationRecord, getStoredGraph } from "../service.ts";
import { admitContacts } from "./admit.ts";

/** Anybody may enter, also contacts that get no e-mails. */
export async function addContacts(ctx: Context, automationId: string, contactIds: readonly string[]) {
  return inTransaction(ctx, async (inner) => {
    const automation = await getAutomationRecord(inner, automationId);
    if (automation.status !== "active") throw conflict("status");
    const { nodes } = await getStoredGraph(inner, automation);
    const trigger = nodes.find(({ type }) => type === "manual");
    if (trigger === undefined) throw conflict("trigger");
    const ids = [...new Set(contactIds)];
    if ((await lockContacts(inner.db, ids)).length < ids.length) throw validation("contactIds");
    const at = inner.clock.now();
    const admitted = await admitContacts(inner.db, { automationId, trigger: trigger.id, contactIds: ids, at });
    const { added, alreadyIn, skipped } = admitted;
    return { added: added.length, alreadyIn: alreadyIn.length, skipped: skipped.length };
  });
}
