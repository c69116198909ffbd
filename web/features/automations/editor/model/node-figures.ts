import type { Report } from "../../detail/steps-card.tsx";
import type { Counts, GraphNode } from "./graph.ts";

export type NodeFigures = {
  readonly passed: number;
  readonly waiting: number;
  readonly outputs: Readonly<Record<string, number>>;
  readonly email: Report["emails"][number] | undefined;
};

const none: NodeFigures = { passed: 0, waiting: 0, outputs: {}, email: undefined };

/** The numbers of a node; steps that are not saved yet have none. */
export function figuresOf(counts: Counts, report: Report | undefined, { id, type }: GraphNode): NodeFigures {
  const found = counts.nodes[id];
  const email = type === "email" ? report?.emails.find(({ node }) => node === id) : undefined;
  return found === undefined ? { ...none, email } : { ...found, email };
}

/** A node has a foot where people wait in it or an e-mail was sent. */
export const hasFoot = ({ waiting, email }: NodeFigures): boolean =>
  waiting > 0 || (email !== undefined && email.sent > 0);

const plainHeight = 66;
const footHeight = 34;

export const nodeHeight = (figures: NodeFigures): number => plainHeight + (hasFoot(figures) ? footHeight : 0);
