import { countQueuedMessages } from "../../delivery/enqueue.queries.ts";
import type { StepExecutor, StepOutcome } from "../engine/step.ts";
import { emailBlockReason } from "./gate.sql.ts";
import * as queries from "./executor.queries.ts";

/**
 * Writes the messages of an e-mail node; the delivery engine sends them. The gate decides here and again when a message is
 * claimed. A run passes the node in the transaction that writes its message, so it gets the e-mail once.
 */
export const sendEmails: StepExecutor = async (ctx, { automation, node, runs, beforeCommit }) => {
  const { db, clock } = ctx;
  await queries.lockEmailSteps(db, automation.id);
  const asked = { automationId: automation.id, runIds: runs.map(({ runId }) => runId) };
  const decisions = await queries.decideEmails(db, asked, await emailBlockReason(ctx, automation));
  const accepted = decisions.filter(({ reason }) => reason === null);
  const ordinals = new Set(accepted.map(({ ordinal }) => ordinal));
  for (const ordinal of [...ordinals].toSorted((a, b) => a - b)) {
    const sourceId = await queries.ensureEmailSource(db, { automationId: automation.id, node: node.id, ordinal });
    const kind = automation.isTransactional ? "transactional" : "automation";
    const contactIds = accepted.filter((each) => each.ordinal === ordinal).map(({ contactId }) => contactId);
    const written = await queries.enqueueEmails(db, { kind, sourceId }, { contactIds, dueAt: clock.now() });
    beforeCommit(() => countQueuedMessages(db, { sourceId, variantId: sourceId }, written));
  }
  const reasons = new Map(decisions.map(({ runId, reason }) => [runId, reason]));
  return runs.map(({ runId }) => toOutcome(reasons.get(runId)));
};

/** The decisions of the gate at this moment; nothing is written. */
export const simulateEmails: StepExecutor = async (ctx, { automation, runs }) => {
  const contactIds = runs.map(({ contactId }) => contactId);
  const rows = await queries.listBlockReasons(ctx.db, contactIds, await emailBlockReason(ctx, automation));
  const reasons = new Map(rows.map(({ contactId, reason }) => [contactId, reason]));
  return runs.map(({ contactId }) => toOutcome(reasons.get(contactId)));
};

/** Undefined for a contact that was deleted. */
const toOutcome = (reason: string | null | undefined): StepOutcome =>
  reason === null
    ? { kind: "passed", output: "next", result: "done" }
    : { kind: "passed", output: "next", result: "skipped", reason: reason ?? "removed" };
