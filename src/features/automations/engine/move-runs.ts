import type { GraphNode } from "../graph/graph.ts";
import type { CompiledGraph } from "./compiled-graph.ts";
import type { StepOutcome, StepRun } from "./step.ts";

/** A run at a node, as the engine's own steps see it. */
export type RunAtNode = StepRun & {
  /** It waited at the node and is due; null when it has just arrived. */
  readonly waited: Waited | null;
};

export type Waited = {
  /** When the waiting ends at the latest; of a condition that is looked at again the deadline. */
  readonly until: Date;
};

export type Outcome =
  /** `at` is set where the pass happens later than now, which only a simulation has. */
  | (Extract<StepOutcome, { kind: "passed" }> & { readonly at?: Date })
  /** `deadlineAt` is set where the run is looked at again before. */
  | (Extract<StepOutcome, { kind: "waiting" }> & { readonly deadlineAt?: Date });

export type ExecuteStep = (node: GraphNode, runs: readonly RunAtNode[]) => Promise<readonly Outcome[]>;

export type WaitingRun = RunAtNode & { readonly node: string };

export type Pass = {
  readonly run: WaitingRun;
  readonly node: string;
  readonly at: Date;
  /** Null where the run ended. */
  readonly output: string | null;
  readonly result: "done" | "skipped" | "failed";
  readonly reason: string | null;
};

export type Position = {
  readonly run: WaitingRun;
  readonly state: "waiting" | "completed" | "stopped";
  readonly node: string;
  readonly arrivedAt: Date;
  readonly dueAt: Date | null;
  readonly deadlineAt: Date | null;
  readonly reason: string | null;
};

export type Moves = { readonly passes: Pass[]; readonly positions: Position[] };

/**
 * Moves runs until each of them waits or is over. Nodes are visited in the order of the edges, so that a step acts once for
 * all runs that arrive at it, from whichever node.
 */
export async function moveRuns(
  graph: CompiledGraph,
  runs: readonly WaitingRun[],
  { now, execute }: { readonly now: (run: StepRun) => Date; readonly execute: ExecuteStep },
): Promise<Moves> {
  const moves: Moves = { passes: [], positions: [] };
  const groups = new Map<string, Moving[]>();
  for (const run of runs) {
    if (graph.find(run.node) === undefined) moves.positions.push(stopped(run, "node_removed"));
    else addTo(groups, run.node, { ...run, origin: run });
  }
  for (const node of graph.nodes) {
    const group = groups.get(node.id);
    if (group === undefined) continue;
    const outcomes = await execute(node, group);
    for (const [index, run] of group.entries()) {
      const outcome = outcomes[index];
      if (outcome === undefined) throw new Error(`step ${node.type} has no outcome for every run`);
      if (outcome.kind === "waiting") moves.positions.push(waiting(run, node.id, outcome));
      else leave(graph, moves, { run, node, outcome, at: outcome.at ?? now(run), groups });
    }
  }
  return moves;
}

/** `origin` is the run as it was claimed. */
type Moving = RunAtNode & { readonly origin: WaitingRun };

function addTo(groups: Map<string, Moving[]>, node: string, run: Moving): void {
  const group = groups.get(node);
  if (group === undefined) groups.set(node, [run]);
  else group.push(run);
}

type Leaving = {
  readonly run: Moving;
  readonly node: GraphNode;
  readonly outcome: Extract<Outcome, { kind: "passed" }>;
  readonly at: Date;
  readonly groups: Map<string, Moving[]>;
};

function leave(graph: CompiledGraph, moves: Moves, { run, node, outcome, at, groups }: Leaving): void {
  const { result, reason = null } = outcome;
  const { origin } = run;
  const isEnd = node.type === "end";
  moves.passes.push({ run: origin, node: node.id, at, output: isEnd ? null : outcome.output, result, reason });
  const next = isEnd ? undefined : graph.next(node.id, outcome.output);
  if (next !== undefined) addTo(groups, next, { ...run, arrivedAt: at, waited: null });
  else moves.positions.push({ ...over(origin), state: "completed", node: node.id, arrivedAt: run.arrivedAt });
}

const over = (run: WaitingRun) => ({ run, dueAt: null, deadlineAt: null, reason: null });

/** The run ends where it stands. */
export const stopped = (run: WaitingRun, reason: string): Position => ({
  ...over(run),
  state: "stopped",
  node: run.node,
  arrivedAt: run.arrivedAt,
  reason,
});

const waiting = (
  { origin, arrivedAt }: Moving,
  node: string,
  { dueAt, deadlineAt }: Extract<Outcome, { kind: "waiting" }>,
): Position => ({
  run: origin,
  state: "waiting",
  node,
  arrivedAt,
  dueAt,
  deadlineAt: deadlineAt ?? null,
  reason: null,
});
