import type { ClaimedRun } from "./claim.queries.ts";
import type { Pass, Position } from "./move-runs.ts";
import type { CountChange } from "./record.queries.ts";

type RunPosition<Run extends { readonly node: string; readonly state: string }> = Pick<Run, "node" | "state">;

type CountedMoves = {
  readonly passes: readonly Pick<Pass, "node" | "output">[];
  readonly positions: readonly RunPosition<Position>[];
};

/** How the moves change the counters of the automation; `before` is where the runs stood. */
export function computeCountChanges(
  before: readonly RunPosition<ClaimedRun>[],
  { passes, positions }: CountedMoves,
): CountChange[] {
  const changes = new Map<string, CountChange>();
  const add = (node: string, output: string, measure: CountChange["measure"], n: number): void => {
    const key = `${node} ${output} ${measure}`;
    changes.set(key, { node, output, measure, n: (changes.get(key)?.n ?? 0) + n });
  };
  for (const { state, node } of before) if (state === "waiting") add(node, "", "waiting", -1);
  for (const { node, output } of passes) {
    add(node, "", "passed", 1);
    if (output !== null) add(node, output, "passed", 1);
  }
  for (const { state, node } of positions) {
    if (state === "waiting") add(node, "", "waiting", 1);
    else add("", "", "active", -1);
    if (state === "completed") add("", "", "completed", 1);
  }
  return [...changes.values()].filter(({ n }) => n !== 0);
}
