import type { Issue } from "./issues.ts";
import { isObject, type JsonObject } from "./json.ts";

/** `path` is the place in the JSON that has the graph: `graph.nodes.3.config.spec.amount`. */
export type LocatedIssue = Issue & { readonly path: string };

/** The issues of a graph with their places; a node is at the index of the first one with its id. */
export function locateIssues({ nodes }: JsonObject, issues: readonly Issue[]): LocatedIssue[] {
  const ids: readonly unknown[] = Array.isArray(nodes)
    ? nodes.map((node: unknown) => (isObject(node) ? node["id"] : undefined))
    : [];
  return issues.map((issue) => ({ ...issue, path: ["graph", ...stepsTo(issue, ids)].join(".") }));
}

function stepsTo(issue: Issue, ids: readonly unknown[]): readonly (string | number)[] {
  const { node, field } = issue;
  if (field !== null && /^(nodes|edges)(\.|$)/.test(field)) return [field];
  const index = node === null ? -1 : ids.indexOf(node);
  if (index < 0) return ["nodes"];
  return field === null ? ["nodes", index] : ["nodes", index, ...stepsInNode(issue, field)];
}

/** Properties of the node itself; every other field is one of its config. */
function stepsInNode({ code, params: { path } }: Issue, field: string): readonly string[] {
  const isOfNode =
    code === "node_type" ||
    code === "not_implemented" ||
    (code === "config" && (field === "config" || field === "position"));
  if (isOfNode) return [field];
  // Messages about a definition leave the steps `rules` out.
  return ["config", field.startsWith("definition") && typeof path === "string" ? path : field];
}
