import type { StepExecutor } from "../engine/step.ts";
import { insertCalls } from "./calls.queries.ts";

/** Queues one call per run; the run does not wait for the answer. */
export const callWebhooks: StepExecutor = async ({ db, clock }, { automation, node, runs }) => {
  await insertCalls(db, { automationId: automation.id, node: node.id, runs, dueAt: clock.now() });
  return runs.map(() => ({ kind: "passed", output: "next", result: "done" }));
};
