import type { Context } from "../../../context.ts";
import type { GraphNode } from "../graph/graph.ts";
import type { RunningAutomation } from "./claim.queries.ts";
import type { Outcome, RunAtNode } from "./move-runs.ts";
import type { BeforeCommit } from "./step.ts";
import type { LoadedCondition } from "./steps/condition.sql.ts";

export type Step = {
  readonly automation: RunningAutomation;
  readonly node: GraphNode;
  readonly runs: readonly RunAtNode[];
  readonly beforeCommit: BeforeCommit;
};

/** A `StepExecutor` that also knows which runs waited at the node. */
export type Executor = (ctx: Context, step: Step) => Promise<readonly Outcome[]>;

/** What a simulation remembers beside the database, for all contacts together. */
export type SimulatedState = {
  /** Conditions by node. */
  readonly conditions: ReadonlyMap<string, LoadedCondition>;
  /** Names of labels that steps have created. */
  readonly newLabels: Set<string>;
  /** When steps have started other automations, by automation and contact. */
  readonly starts: Map<string, Date[]>;
};

/** Decides as an executor would, at the moment when each run arrived, and writes nothing. */
export type Simulator = (ctx: Context, step: Step, state: SimulatedState) => Promise<readonly Outcome[]>;

export type PassedOutcome = Extract<Outcome, { kind: "passed" }>;

export const passed = (output = "next"): PassedOutcome => ({ kind: "passed", output, result: "done" });

export const skipped = (reason: string): PassedOutcome => ({
  kind: "passed",
  output: "next",
  result: "skipped",
  reason,
});

export const failed = (reason: string): PassedOutcome => ({ kind: "passed", output: "next", result: "failed", reason });

/** The same for every run. */
export const forAll =
  (outcome: Outcome): Executor =>
  async (_ctx, { runs }) =>
    runs.map(() => outcome);

/** A contact may have several runs at the node. */
export const contactIdsOf = ({ runs }: Step): string[] => [...new Set(runs.map(({ contactId }) => contactId))];

export const runIdsOf = ({ runs }: Step): string[] => runs.map(({ runId }) => runId);
