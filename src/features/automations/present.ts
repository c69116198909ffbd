import type { Graph } from "./graph/graph.ts";
import type { LocatedIssue } from "./graph/issue-paths.ts";
import type { AutomationRecord } from "./queries.ts";

export const presentRow = (row: AutomationRecord) => ({ ...row, createdAt: row.createdAt.toISOString() });

export const presentGraph = ({ nodes, edges }: Graph, version: number) => ({
  nodes: [...nodes],
  edges: [...edges],
  version,
});

export const presentIssues = (issues: readonly LocatedIssue[]) =>
  issues.map((issue) => ({ ...issue, params: { ...issue.params } }));

export const presentAutomation = (row: AutomationRecord, graph: Graph, issues: readonly LocatedIssue[]) => ({
  ...presentRow(row),
  graph: presentGraph(graph, row.version),
  issues: presentIssues(issues),
});
