import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../../../context.ts";
import { groupBy } from "../../../../kernel/group.ts";
import type { Executor, Simulator, Step } from "../executor.ts";
import type { Outcome, RunAtNode } from "../move-runs.ts";

const executeAt = (execute: Executor, ctx: Context, step: Step, at: number) =>
  execute({ ...ctx, clock: { now: () => new Date(at) } }, step);

const momentOf = ({ arrivedAt }: RunAtNode): number => arrivedAt.getTime();

/** Runs a step once for all runs that arrive at the same moment, with a clock that shows it. */
export const atEachMoment =
  (execute: Executor): Simulator =>
  async (ctx, step) => {
    const outcomes = new Map<RunAtNode, Outcome>();
    for (const [at, runs] of groupBy(step.runs, momentOf)) {
      const found = await executeAt(execute, ctx, { ...step, runs }, at);
      for (const [index, outcome] of found.entries()) {
        const run = runs[index];
        if (run !== undefined) outcomes.set(run, outcome);
      }
    }
    return step.runs.flatMap((run) => outcomes.get(run) ?? []);
  };

/**
 * The same for a step that changes nothing and whose outcome changes once at most as time passes: runs with the same outcome
 * at the first and at the last of all moments have it at their own.
 */
export const atChangingMoments =
  (execute: Executor): Simulator =>
  async (ctx, step, state) => {
    const moments = [...new Set(step.runs.map(momentOf))].toSorted((left, right) => left - right);
    const [first = 0, last = first] = [moments[0], moments.at(-1)];
    const early = await executeAt(execute, ctx, step, first);
    const late = first === last ? early : await executeAt(execute, ctx, step, last);
    const changing = step.runs.filter((_, index) => !isDeepStrictEqual(early[index], late[index]));
    if (changing.length === 0) return early;
    const own = await atEachMoment(execute)(ctx, { ...step, runs: changing }, state);
    const outcomes = new Map(changing.map((run, index) => [run, own[index]]));
    return step.runs.flatMap((run, index) => outcomes.get(run) ?? early[index] ?? []);
  };
