import type { Context } from "../../../../context.ts";
import { ApiError } from "../../../../kernel/errors.ts";
import { addMs, minutes } from "../../../../kernel/local-time.ts";
import { optOutContacts } from "../../../contacts/opt-out.queries.ts";
import { setField } from "../../../contacts/set-field.ts";
import { addLabel, findLabelRoom } from "../../../labels/tags.ts";
import { listContactsWithQueuedEmail } from "../../messages/queued.queries.ts";
import { contactIdsOf, failed, passed, runIdsOf, type Executor, type Simulator, type Step } from "../executor.ts";
import { unbindRuns } from "../exits.queries.ts";
import type { Outcome, RunAtNode } from "../move-runs.ts";
import { simulateRemoval, unsubscribeFromList } from "./lists.ts";

const isFromList = ({ node }: Step): boolean => node.config["listId"] !== undefined;

/**
 * From a list, or from everything. The second closes the gate: contacts with a queued e-mail of the automation wait until it
 * has left the queue, otherwise an e-mail right before this step would never be sent.
 */
export const unsubscribe: Executor = async (ctx, step) => {
  if (isFromList(step)) return unsubscribeFromList(ctx, step);
  const expecting = new Set(await listContactsWithQueuedEmail(ctx.db, step.automation.id, contactIdsOf(step)));
  const isExpecting = ({ contactId }: RunAtNode) => expecting.has(contactId);
  const free = { ...step, runs: step.runs.filter((run) => !isExpecting(run)) };
  await optOut(ctx, free);
  await unbindRuns(ctx.db, runIdsOf(free));
  const now = ctx.clock.now();
  return step.runs.map((run) => (isExpecting(run) ? waitForDelivery(run, now) : passed()));
};

async function optOut({ db, clock }: Context, step: Step): Promise<void> {
  await optOutContacts(db, contactIdsOf(step), {
    at: clock.now(),
    source: "automation",
    note: null,
    origin: {},
    payload: { reason: "automation" },
  });
}

const firstLookMs = 5000;
const longestLookMs = minutes(15);

/**
 * The journal wakes runs with a deadline when an e-mail of their contact was sent. One that was skipped or failed is found by
 * the next look, after half of the time that the run has waited. Paused or delayed sending delays the run.
 */
function waitForDelivery({ arrivedAt }: RunAtNode, now: Date): Outcome {
  const waitedMs = now.getTime() - arrivedAt.getTime();
  const lookAt = addMs(now, Math.min(Math.max(firstLookMs, waitedMs / 2), longestLookMs));
  return { kind: "waiting", dueAt: lookAt, deadlineAt: lookAt };
}

export const simulateUnsubscription: Executor = async (ctx, step) =>
  isFromList(step) ? simulateRemoval(ctx, step) : step.runs.map(() => passed());

/** A simulation treats every e-mail as one that has left the queue. */
export const unsubscribeAtOnce: Executor = async (ctx, step) => {
  if (isFromList(step)) return unsubscribeFromList(ctx, step);
  await optOut(ctx, step);
  return step.runs.map(() => passed());
};

/** Fails where the field was deleted or does not take the value any more. */
export const setContactField: Executor = async (ctx, step) => {
  const { field, value } = step.node.config;
  try {
    await setField(ctx, contactIdsOf(step), { field: String(field), value, source: "automation" });
    return step.runs.map(() => passed());
  } catch (error) {
    if (error instanceof ApiError && error.code === "validation") return step.runs.map(() => failed("field"));
    throw error;
  }
};

export const addContactLabel: Executor = async (ctx, step) => {
  const isAdded = await addLabel(ctx, "contact", contactIdsOf(step), String(step.node.config["label"]));
  return step.runs.map(() => (isAdded ? passed() : failed("limit")));
};

export const simulateLabel: Simulator = async ({ db }, { node, runs }, { newLabels }) => {
  const label = String(node.config["label"]);
  const name = label.trim().toLowerCase();
  const room = await findLabelRoom(db, label);
  const isAdded = room === "exists" || newLabels.has(name) || newLabels.size < room;
  if (isAdded && room !== "exists") newLabels.add(name);
  return runs.map(() => (isAdded ? passed() : failed("limit")));
};
