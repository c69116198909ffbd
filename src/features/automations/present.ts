import type { Graph } from "./graph/graph.ts";
import type { Issue } from "./graph/issues.ts";
import type { AutomationRecord } from "./queries.ts";

export const presentRow = (row: AutomationRecord) => ({ ...row, createdAt: row.createdAt.toISOString() });

export const presentGraph = ({ nodes, edges }: Graph, version: number) => ({
  nodes: [...nodes],
  edges: [...edges],
  version,
});

export const presentIssues = (issues: readonly Issue[]) =>
  issues.map((issue) => ({ ...issue, params: { ...issue.params } }));

export const presentAutomation = (row: AutomationRecord, graph: Graph, issues: readonly Issue[]) => ({
  ...presentRow(row),
  graph: presentGraph(graph, row.version),
  issues: presentIssues(issues),
});
