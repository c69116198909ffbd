import type { Context } from "../../../context.ts";
import type { GraphNode } from "../graph/graph.ts";

/** A run whose contact stands at the node; its row is locked by the transaction of `ctx.db`. */
export type StepRun = {
  readonly runId: string;
  readonly contactId: string;
  readonly arrivedAt: Date;
};

/** What a step did for one run. `output` names the edge to follow. */
export type StepOutcome =
  | {
      readonly kind: "passed";
      readonly output: string;
      readonly result: "done" | "skipped" | "failed";
      readonly reason?: string;
    }
  | { readonly kind: "waiting"; readonly dueAt: Date };

/** Leaves work for the end of the transaction: rows that other processes write often are then locked only briefly. */
export type BeforeCommit = (work: () => Promise<void>) => void;

/** Acts for all runs at once inside the transaction that records the passes and moves the runs; must be set-based. */
export type StepExecutor = (
  ctx: Context,
  step: {
    readonly automation: {
      readonly id: string;
      readonly shopId: string;
      readonly version: number;
      readonly isTransactional: boolean;
    };
    readonly node: GraphNode;
    readonly runs: readonly StepRun[];
    readonly beforeCommit: BeforeCommit;
  },
) => Promise<readonly StepOutcome[]>;
