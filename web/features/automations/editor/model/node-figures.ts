import type { Report } from "../../detail/steps-card.tsx";
import type { Counts, GraphNode } from "./graph.ts";
import { trialFigures, type Trial, type TrialFigures } from "../../trial/trial.ts";

export type NodeFigures = {
  readonly passed: number;
  readonly waiting: number;
  readonly outputs: Readonly<Record<string, number>>;
  readonly email: Report["emails"][number] | undefined;
  /** Instead of the numbers of the automation while a trial is shown. */
  readonly trial?: TrialFigures;
};

const none: NodeFigures = { passed: 0, waiting: 0, outputs: {}, email: undefined };

export type Shown = {
  readonly counts: Counts;
  readonly report: Report | undefined;
  readonly trial?: Trial | undefined;
};

/** The numbers of a node; steps that are not saved yet have none. */
export function figuresOf({ counts, report, trial }: Shown, { id, type }: GraphNode): NodeFigures {
  if (trial !== undefined) {
    const figures = trialFigures(trial, id);
    return { ...none, passed: figures.passed, outputs: figures.outputs, trial: figures };
  }
  const found = counts.nodes[id];
  const email = type === "email" ? report?.emails.find(({ node }) => node === id) : undefined;
  return found === undefined ? { ...none, email } : { ...found, email };
}

/** A node has a foot where people wait in it, an e-mail was sent or a trial is shown. */
export const hasFoot = ({ waiting, email, trial }: NodeFigures): boolean =>
  trial !== undefined || waiting > 0 || (email !== undefined && email.sent > 0);

const plainHeight = 66;
const footHeight = 34;

export const nodeHeight = (figures: NodeFigures): number => plainHeight + (hasFoot(figures) ? footHeight : 0);
