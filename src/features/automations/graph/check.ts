import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { findTrigger } from "../grammar.ts";
import { findReferenceIssues, type CheckOptions } from "../references.ts";
import { findLimitProblem } from "../time/limit.ts";
import { parseTimeSpec } from "../time/spec.ts";
import type { Graph, GraphNode } from "./graph.ts";
import { locateIssues, type LocatedIssue } from "./issue-paths.ts";
import { createIssue, sortIssues, type Issue, type SortedIssues } from "./issues.ts";
import { isObject } from "./json.ts";
import { parseGraph, type ParsedGraph, type StoredSecrets } from "./parse.ts";

export type CheckedGraph = ParsedGraph & SortedIssues<LocatedIssue> & { readonly issues: readonly LocatedIssue[] };

/** Parses a graph and checks what it names; anything but an object is no graph. */
export async function checkGraph(
  ctx: Context,
  input: unknown,
  { secrets, ...options }: CheckOptions & { readonly secrets: StoredSecrets },
): Promise<CheckedGraph> {
  if (!isObject(input)) throw validation("graph", { type: "object" });
  const parsed = parseGraph(input, secrets);
  const late = parsed.graph.nodes.flatMap((node) => findLimitIssues(ctx, node));
  const found = [...parsed.issues, ...late, ...(await findReferenceIssues(ctx, parsed, options))];
  const issues = locateIssues(input, found);
  return { ...parsed, issues, ...sortIssues(issues) };
}

/** Once saved, a date only comes closer. */
function findLimitIssues({ clock, company }: Context, { id, config }: GraphNode): Issue[] {
  const parsed = config["spec"] === undefined ? undefined : parseTimeSpec(config["spec"]);
  if (parsed === undefined || "problems" in parsed) return [];
  const problem = findLimitProblem(parsed.spec, { base: clock.now(), timeZone: company.timeZone });
  return problem === undefined ? [] : [createIssue("time", id, `spec.${problem.field}`, problem.params)];
}

export function rejectErrors({ errors }: CheckedGraph): void {
  if (errors.length > 0) throw validation("graph", { issues: errors });
}

/** Whether all triggers are allowed in a transactional automation. */
export const fitsTransactional = ({ nodes }: Graph): boolean =>
  nodes.every(({ type }) => findTrigger(type)?.isTransactional !== false);
