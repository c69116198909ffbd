import { isNodeName, type NodeName } from "../../../ui/names/automation-nodes.ts";
import type { Automation } from "../appearance.ts";

export type GraphNode = {
  readonly id: string;
  readonly type: NodeName;
  readonly config: Readonly<Record<string, unknown>>;
};

/** A step in the list: its depth grows with every branch; a step that was listed before is only named again. */
export type GraphRow = {
  readonly key: string;
  readonly node: GraphNode;
  readonly depth: number;
  readonly output: string | null;
  /** The branching step that the output belongs to. */
  readonly from: string | null;
  readonly isRepeated: boolean;
};

type Graph = Automation["graph"];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The API describes nodes by a schema of its own; here only id, type and config are read. */
export function readNodes({ nodes }: Graph): GraphNode[] {
  return nodes.flatMap((node) => {
    if (!isRecord(node)) return [];
    const { id, type, config } = node;
    return typeof id === "string" && typeof type === "string" && isNodeName(type)
      ? [{ id, type, config: isRecord(config) ? config : {} }]
      : [];
  });
}

const noBranch = { from: null, output: null };

/** Nodes from the triggers down, branches below each other. */
export function graphRows(graph: Graph): GraphRow[] {
  const nodes = new Map(readNodes(graph).map((node) => [node.id, node]));
  const targets = new Set(graph.edges.map(({ to }) => to));
  const listed = new Set<string>();
  const rows: GraphRow[] = [];
  const visit = (id: string, depth: number, branch: Pick<GraphRow, "from" | "output">): void => {
    const node = nodes.get(id);
    if (node === undefined) return;
    const isRepeated = listed.has(id);
    rows.push({ key: `${rows.length} ${id}`, node, depth, ...branch, isRepeated });
    if (isRepeated) return;
    listed.add(id);
    const edges = graph.edges.filter(({ from }) => from === id);
    const isBranching = edges.length > 1;
    for (const edge of edges)
      visit(edge.to, isBranching ? depth + 1 : depth, isBranching ? { from: id, output: edge.output } : noBranch);
  };
  for (const id of nodes.keys()) if (!targets.has(id)) visit(id, 0, noBranch);
  return rows;
}
