import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { findTrigger } from "../grammar.ts";
import { findReferenceIssues, type CheckOptions } from "../references.ts";
import type { Graph } from "./graph.ts";
import { sortIssues, type SortedIssues } from "./issues.ts";
import { isObject } from "./json.ts";
import { parseGraph, type ParsedGraph, type StoredPasswords } from "./parse.ts";

export type CheckedGraph = ParsedGraph & SortedIssues;

/** Parses a graph and checks what it names; anything but an object is no graph. */
export async function checkGraph(
  ctx: Context,
  input: unknown,
  { passwords, ...options }: CheckOptions & { readonly passwords: StoredPasswords },
): Promise<CheckedGraph> {
  if (!isObject(input)) throw validation("graph");
  const parsed = parseGraph(input, passwords);
  const issues = [...parsed.issues, ...(await findReferenceIssues(ctx, parsed, options))];
  return { ...parsed, issues, ...sortIssues(issues) };
}

export function rejectErrors({ errors }: CheckedGraph): void {
  if (errors.length > 0) throw validation("graph", { issues: errors });
}

/** Whether all triggers are allowed in a transactional automation. */
export const fitsTransactional = ({ nodes }: Graph): boolean =>
  nodes.every(({ type }) => findTrigger(type)?.isTransactional !== false);
