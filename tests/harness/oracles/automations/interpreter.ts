import { createHash } from "node:crypto";
import { keyOf, outputsOf, type RandomStep } from "./random-graphs.ts";

export type Membership = "none" | "member" | "removed" | "unsubscribed";

/** One contact and its run, moved one step after another. */
export type ModelRun = {
  readonly runId: string;
  city: string;
  readonly lists: [Membership, Membership];
  /** The index of the step where it stands; undefined after the end. */
  at: number | undefined;
  /** Set while it waits. */
  until: number | undefined;
  readonly passes: (readonly [node: string, output: string | null, result: string, at: number])[];
};

const hourMs = 3_600_000;

/** Moves the run as far as it gets at this moment. */
export function interpret(steps: readonly RandomStep[], run: ModelRun, now: number): void {
  while (run.at !== undefined) {
    const step = steps[run.at];
    if (step === undefined) throw new Error("the graph has no step with the key that an edge leads to");
    const output = outputAt(step, run, now);
    if (output === undefined) return;
    pass(steps, run, { step, output, now });
  }
}

function pass(
  steps: readonly RandomStep[],
  run: ModelRun,
  { step, output, now }: { step: RandomStep; output: string; now: number },
) {
  const index = run.at ?? 0;
  const result = act(step, run);
  run.passes.push([keyOf(index), step.type === "end" ? null : output, result, now]);
  const target = step.targets[outputsOf(step).indexOf(output)];
  run.at = step.type === "end" || target === undefined || target >= steps.length ? undefined : target;
  run.until = undefined;
}

/** Undefined while it waits. */
function outputAt(step: RandomStep, run: ModelRun, now: number): string | undefined {
  switch (step.type) {
    case "wait":
      run.until ??= now + step.hours * hourMs;
      return run.until <= now ? "next" : undefined;
    case "condition": {
      if (holds(step, run)) return "yes";
      if (!step.hasDeadline) return "no";
      run.until ??= now + step.hours * hourMs;
      return run.until <= now ? "no" : undefined;
    }
    case "split": {
      const hash = createHash("sha256")
        .update(`${run.runId} ${keyOf(run.at ?? 0)}`)
        .digest();
      return hash.readUInt32BE(0) % 100 < step.percent ? "a" : "b";
    }
    default:
      return "next";
  }
}

const holds = (step: RandomStep, run: ModelRun): boolean =>
  step.byList ? run.lists[step.list] === "member" : run.city === step.city;

function act({ type, city, list }: RandomStep, run: ModelRun): "done" | "skipped" {
  if (type === "set_field") run.city = city;
  if (type === "remove_from_list" && run.lists[list] === "member") run.lists[list] = "removed";
  if (type !== "add_to_list") return "done";
  if (run.lists[list] === "unsubscribed") return "skipped";
  run.lists[list] = "member";
  return "done";
}
