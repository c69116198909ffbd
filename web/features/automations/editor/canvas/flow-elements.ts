import { Position, type Edge, type Node } from "@xyflow/react";
import { placeKey, type Graph, type GraphNode } from "../model/graph.ts";
import { nodeWidth, type Lane, type Layout } from "../model/layout.ts";
import type { NodeFigures } from "../model/node-figures.ts";

export type StepFlowNode = Node<{ node: GraphNode; figures: NodeFigures; hidden: number }, "step">;
export type LaneFlowEdge = Edge<{ lane: Lane | undefined; count: number | undefined; label: string }, "lane">;

type Parts = {
  readonly graph: Graph;
  readonly layout: Layout;
  readonly figures: ReadonlyMap<string, NodeFigures>;
  readonly hidden: ReadonlyMap<string, number>;
  readonly canDrag: (node: GraphNode) => boolean;
  readonly labelOf: (node: GraphNode, output: string) => string;
};

const noFigures: NodeFigures = { passed: 0, waiting: 0, outputs: {}, email: undefined };

export function flowNodes({ graph, layout, figures, hidden, canDrag }: Parts): StepFlowNode[] {
  return graph.nodes.flatMap((node): StepFlowNode[] => {
    const box = layout.nodes.get(node.id);
    if (box === undefined) return [];
    return [
      {
        id: node.id,
        type: "step",
        position: { x: box.x, y: box.y },
        width: nodeWidth,
        height: box.height,
        // Known beforehand, so that edges need not wait until nodes are measured.
        measured: { width: nodeWidth, height: box.height },
        handles: [
          { type: "target", position: Position.Top, x: nodeWidth / 2, y: 0, width: 1, height: 1 },
          { type: "source", position: Position.Bottom, x: nodeWidth / 2, y: box.height, width: 1, height: 1 },
        ],
        draggable: canDrag(node),
        data: { node, figures: figures.get(node.id) ?? noFigures, hidden: hidden.get(node.id) ?? 0 },
      },
    ];
  });
}

export function flowEdges({ graph, layout, figures, labelOf }: Parts): LaneFlowEdge[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return graph.edges.flatMap((edge): LaneFlowEdge[] => {
    const from = byId.get(edge.from);
    if (from === undefined || !layout.nodes.has(edge.from) || !layout.nodes.has(edge.to)) return [];
    const lane = layout.lanes.get(placeKey(edge));
    const isBranch = lane?.isBranch === true;
    return [
      {
        id: placeKey(edge),
        type: "lane",
        source: edge.from,
        target: edge.to,
        focusable: false,
        selectable: false,
        data: {
          lane,
          count: isBranch ? figures.get(edge.from)?.outputs[edge.output] : undefined,
          label: isBranch ? labelOf(from, edge.output) : "",
        },
      },
    ];
  });
}

export const openLanes = ({ lanes }: Layout): Lane[] => [...lanes.values()].filter(({ isOpen }) => isOpen);
