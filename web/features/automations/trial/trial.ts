import type { OutputOf } from "../../../api/operations.ts";
import type { TraceStep } from "../detail/trace-contact.ts";

export type TestResult = OutputOf<"POST /automations/{automation_id}/test">;

/** A walk through the saved graph that sends and changes nothing: of one contact, or of everybody who would enter now. */
export type Trial =
  | { readonly kind: "contact"; readonly email: string; readonly steps: readonly TraceStep[] }
  | { readonly kind: "everybody"; readonly result: TestResult };

/** What the walk did at a node. */
export type TrialFigures = {
  readonly passed: number;
  readonly outputs: Readonly<Record<string, number>>;
  readonly sent: number;
  readonly leftOut: Readonly<Record<string, number>>;
  /** The last visit, in a trial of one contact. */
  readonly step: TraceStep | undefined;
};

const missed: TrialFigures = { passed: 0, outputs: {}, sent: 0, leftOut: {}, step: undefined };

export function trialFigures(trial: Trial, node: string): TrialFigures {
  if (trial.kind === "everybody") return { ...missed, ...trial.result.nodes[node] };
  return trial.steps
    .filter((step) => step.node === node)
    .reduce<TrialFigures>(
      (sum, step) => ({
        ...sum,
        passed: sum.passed + 1,
        outputs:
          step.output === null ? sum.outputs : { ...sum.outputs, [step.output]: (sum.outputs[step.output] ?? 0) + 1 },
        step,
      }),
      missed,
    );
}

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What a walk of everybody comes to, over all nodes; reasons with the most contacts first. */
export function trialTotals({ entered, nodes }: TestResult) {
  const leftOut = new Map<string, number>();
  let sent = 0;
  for (const node of Object.values(nodes)) {
    sent += node.sent;
    for (const [reason, count] of Object.entries(node.leftOut)) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  }
  const reasons = [...leftOut].toSorted(([, one], [, other]) => other - one);
  return { entered, sent, leftOut: reasons.reduce((sum, [, count]) => sum + count, 0), reasons };
}
