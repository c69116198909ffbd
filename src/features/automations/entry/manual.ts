import { inTransaction, type Context } from "../../../context.ts";
import { existing } from "../../../kernel/accepts.ts";
import { conflict, validation } from "../../../kernel/errors.ts";
import { lockContacts } from "../../contacts/memberships/queries.ts";
import { getAutomationRecord, getStoredGraph } from "../service.ts";
import { admitContacts } from "./admit.ts";
import { isSendingEnabled } from "./triggers.queries.ts";

/** Every contact may enter, also those that get no e-mails; none while the company has switched sending off. */
export async function addContacts(ctx: Context, automationId: string, contactIds: readonly string[]) {
  return inTransaction(ctx, async (inner) => {
    const automation = await getAutomationRecord(inner, automationId);
    if (automation.status !== "active") throw conflict("status");
    if (!(await isSendingEnabled(inner.db))) throw conflict("sending");
    const { nodes } = await getStoredGraph(inner, automation);
    const trigger = nodes.find(({ type }) => type === "manual");
    if (trigger === undefined) throw conflict("trigger");
    const ids = [...new Set(contactIds)];
    if ((await lockContacts(inner.db, ids)).length < ids.length) throw validation("contactIds", existing("contact"));
    const at = inner.clock.now();
    const admission = { automationId, trigger: trigger.id, contactIds: ids, at, cause: "request" } as const;
    const { added, alreadyIn, skipped } = await admitContacts(inner.db, admission);
    return { added: added.length, alreadyIn: alreadyIn.length, skipped: skipped.length };
  });
}
