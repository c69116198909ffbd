import { groupBy } from "../../../../kernel/group.ts";
import type { Executor, Simulator } from "../executor.ts";
import type { Outcome } from "../move-runs.ts";

/** Runs a step once for all runs that arrive at the same moment, with a clock that shows it. */
export const atEachMoment =
  (execute: Executor): Simulator =>
  async (ctx, step) => {
    const groups = groupBy(step.runs.entries(), ([, { arrivedAt }]) => arrivedAt.getTime());
    const outcomes: Outcome[] = [];
    for (const [at, group] of groups) {
      const clock = { now: () => new Date(at) };
      const found = await execute({ ...ctx, clock }, { ...step, runs: group.map(([, run]) => run) });
      for (const [position, [index]] of group.entries()) {
        const outcome = found[position];
        if (outcome !== undefined) outcomes[index] = outcome;
      }
    }
    return outcomes;
  };
