import { inTransaction, type Context } from "../../../context.ts";
import { insertNotification } from "../../../jobs/queries.ts";
import type { MessageSource, PauseCause, SourceRef, SourceWorker } from "../../../message-source.ts";
import { resetAttempts } from "../../delivery/outcomes.queries.ts";
import { reconcileErasedMessages } from "../../delivery/pending.queries.ts";
import { pauseAutomation } from "../engine/status.ts";
import { lockAutomation } from "../queries.ts";
import { notifyOfUnknownEmails } from "../unknown/service.ts";
import { compileNode } from "./compile.ts";
import { contentRevision, sendingNodes } from "./sources.sql.ts";
import * as queries from "./stop.queries.ts";

const emailSource = (kind: "automation" | "transactional"): MessageSource => ({
  kind,
  sending: sendingNodes(kind === "transactional"),
  revision: contentRevision,
  compile: compileNode,
  pause: (ctx, ref, cause) => stopAutomation(ctx, ref, cause),
  advance: async () => false,
  cleanUp: kind === "automation" ? cleanUp : async () => undefined,
});

/** E-mail nodes of automations as sources of messages. An automation may change its kind while it is paused. */
export const emailSources: readonly MessageSource[] = [emailSource("automation"), emailSource("transactional")];

/** An e-mail cannot be sent: the automation is paused until a person activates it, and the company is notified. */
const stopAutomation = (ctx: Context, { sourceId, variantId }: SourceRef, cause: PauseCause): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const found = await queries.findEmailNode(inner.db, sourceId);
    if (found === undefined) return;
    const automation = await lockAutomation(inner.db, found.automationId);
    if (automation?.status !== "active") return;
    await pauseAutomation(inner, automation.id);
    await resetAttempts(inner.db, { sourceId, variantId });
    const params = { ...found, name: automation.name, ...cause };
    await insertNotification(inner.db, { type: "automation_stopped", params, at: inner.clock.now() });
  });

/** Messages are deleted with their contacts, their counts are not. */
async function cleanUp(worker: SourceWorker): Promise<void> {
  const { db } = worker;
  for (const { tenantId, sourceId } of await queries.listLeftoverCounts(db))
    await reconcileErasedMessages(db.forTenant(tenantId), { sourceId, state: "queued" });
  await notifyOfUnknownEmails(worker);
}
