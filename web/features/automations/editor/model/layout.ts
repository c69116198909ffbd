import { dominatedBy, nodesBelow, top } from "./dominators.ts";
import { findTarget, placeKey, type Graph, type GraphNode, type Place } from "./graph.ts";

/**
 * The places of all nodes from the top down. Branches stand side by side in the order of their outputs; the last branch
 * of two goes straight down, more are centred. A step where branches meet again is drawn once, below all of them.
 */
export type Layout = {
  readonly nodes: ReadonlyMap<string, Box>;
  /** Where an output goes down: the column of its branch, and where the branch begins. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /** How far it reaches to both sides of the axis, which is at 0: changes elsewhere do not move the first node. */
  readonly left: number;
  readonly right: number;
};
export type Box = { readonly x: number; readonly y: number; readonly height: number };
export type Lane = Place & {
  readonly x: number;
  readonly top: number;
  readonly isBranch: boolean;
  readonly isOpen: boolean;
};

export const nodeWidth = 296;
export const stepGap = 48;
const branchGap = 96;
const openHeight = 28;
const columnGap = 32;
const meetGap = 24;

type Measures = {
  readonly outputsOf: (node: GraphNode) => readonly string[];
  readonly heightOf: (node: GraphNode) => number;
  readonly collapsed: ReadonlySet<string>;
};

/** A block has its own coordinates: `axis` is the column of its first node, `left` and `right` are distances from it. */
type Block = {
  readonly left: number;
  readonly right: number;
  readonly height: number;
  readonly place: (x: number, y: number) => void;
};

export function layoutGraph(graph: Graph, { outputsOf, heightOf, collapsed }: Measures): Layout {
  const children = dominatedBy(graph);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const nodes = new Map<string, Box>();
  const lanes = new Map<string, Lane>();
  const half = nodeWidth / 2;

  const openBlock: Block = { left: half, right: half, height: openHeight, place: () => {} };

  const nodeBlock = (id: string): Block => {
    const node = byId.get(id);
    const height = node === undefined ? 0 : heightOf(node);
    const outputs = node === undefined || collapsed.has(id) ? [] : outputsOf(node);
    const below = collapsed.has(id) ? [] : (children.get(id) ?? []);
    const isBranching = outputs.length > 1;
    const gap = isBranching ? branchGap : stepGap;
    const firsts = new Set<string>();
    const branches = outputs.map((output) => {
      const to = findTarget(graph, { from: id, output });
      const isOwn = to !== undefined && below.includes(to) && !firsts.has(to) && leadersOf(graph, to) === 1;
      if (isOwn) firsts.add(to);
      const block = isOwn ? nodeBlock(to) : openBlock;
      return { output, block, isOpen: to === undefined };
    });
    const row = rowOf(branches.map(({ block }) => block));
    const rest = stackOf(below.filter((child) => !firsts.has(child)).map(nodeBlock), meetGap + stepGap);
    const rowHeight = branches.length === 0 ? 0 : gap + row.height;
    return {
      left: Math.max(half, row.left, rest.left),
      right: Math.max(half, row.right, rest.right),
      height: height + rowHeight + rest.height,
      place: (x, y) => {
        nodes.set(id, { x: x - half, y, height });
        const laneTop = y + height + gap;
        branches.forEach(({ output, block, isOpen }, index) => {
          const laneX = x + (row.axes[index] ?? 0);
          const place = { from: id, output };
          lanes.set(placeKey(place), { ...place, x: laneX, top: laneTop, isBranch: isBranching, isOpen });
          block.place(laneX, laneTop);
        });
        rest.place(x, y + height + rowHeight);
      },
    };
  };

  const above = (children.get(top) ?? []).filter((id) => leadersOf(graph, id) === 0);
  const meeting = (children.get(top) ?? []).filter((id) => leadersOf(graph, id) > 0);
  const firstRow = rowOf(above.map(nodeBlock), "centred");
  const rest = stackOf(meeting.map(nodeBlock), meetGap + stepGap);
  firstRow.place(0, 0);
  rest.place(0, firstRow.height);
  return {
    nodes,
    lanes,
    left: Math.max(firstRow.left, rest.left),
    right: Math.max(firstRow.right, rest.right),
  };
}

const leadersOf = ({ edges }: Graph, id: string): number => edges.filter(({ to }) => to === id).length;

/** Blocks side by side around an axis: that of the last of two, else the middle of all. */
function rowOf(blocks: readonly Block[], how: "by number" | "centred" = "by number") {
  const starts: number[] = [];
  let end = 0;
  for (const { left, right } of blocks) {
    starts.push(end + left);
    end += left + right + columnGap;
  }
  const width = Math.max(0, end - columnGap);
  const last = starts.at(-1) ?? 0;
  const middle = ((starts[0] ?? 0) + last) / 2;
  const axis = blocks.length <= 2 && how === "by number" ? last : middle;
  const axes = starts.map((start) => start - axis);
  return {
    left: axis,
    right: width - axis,
    height: Math.max(0, ...blocks.map(({ height }) => height)),
    axes,
    place: (x: number, y: number) => blocks.forEach((block, index) => block.place(x + (axes[index] ?? 0), y)),
  };
}

/** Blocks below each other on one axis, each with a gap above. */
const stackOf = (blocks: readonly Block[], gap: number): Block => ({
  left: Math.max(0, ...blocks.map(({ left }) => left)),
  right: Math.max(0, ...blocks.map(({ right }) => right)),
  height: blocks.reduce((sum, { height }) => sum + gap + height, 0),
  place: (x, y) => {
    let from = y;
    for (const block of blocks) {
      block.place(x, from + gap);
      from += gap + block.height;
    }
  },
});

/** The graph without what is folded below some nodes, and how many steps each of them hides. */
export function foldGraph(graph: Graph, collapsed: ReadonlySet<string>) {
  const children = dominatedBy(graph);
  const folded = new Map([...collapsed].map((id) => [id, nodesBelow(children, id)]));
  const hides = (id: string) => [...folded].find(([, below]) => below.has(id))?.[0];
  const edges = graph.edges.flatMap((edge) => {
    const from = hides(edge.from) ?? (collapsed.has(edge.from) ? edge.from : undefined);
    if (hides(edge.to) !== undefined) return [];
    return from === undefined ? [edge] : [{ ...edge, from, output: `folded ${edge.to}` }];
  });
  return {
    graph: { nodes: graph.nodes.filter(({ id }) => hides(id) === undefined), edges },
    hidden: new Map([...folded].map(([id, below]) => [id, below.size])),
  };
}
