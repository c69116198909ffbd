import { nodeAppearance } from "../../../ui/names/automation-nodes.ts";
import { findTarget, readGraph, type StoredGraph } from "../editor/model/graph.ts";
import { lanePath } from "../editor/model/lane-path.ts";
import { layoutGraph, nodeWidth, type Box } from "../editor/model/layout.ts";
import classes from "./recipes.module.css";

const height = 64;
const margin = 8;
/** Pixels of a unit in a graph of few steps. */
const largestScale = 0.42;
const tile = 40;
const inset = (height - tile) / 2;

/** Words of a step, as a line. */
const line = { x: inset + tile + 16, height: 12 };

/**
 * A graph in small, drawn by the layout of the canvas. Outputs are those that its edges name, which is all of them in a finished
 * graph. Hidden from screen readers: name and description stand beside it.
 */
export function GraphPicture({ graph: stored }: { graph: StoredGraph }) {
  const graph = readGraph(stored);
  const { nodes, lanes } = layoutGraph(graph, {
    outputsOf: ({ id }) => graph.edges.filter(({ from }) => from === id).map(({ output }) => output),
    heightOf: () => height,
    collapsed: new Set(),
  });
  const paths = [...lanes.values()].flatMap((lane) => {
    const from = nodes.get(lane.from);
    const to = nodes.get(findTarget(graph, lane) ?? "");
    if (from === undefined || to === undefined) return [];
    return [lanePath({ x: axisOf(from), y: from.y + height }, lane.x, { x: axisOf(to), y: to.y })];
  });
  const boxes = [...nodes.values()];
  const sides = [...boxes.flatMap(({ x }) => [x, x + nodeWidth]), ...[...lanes.values()].map(({ x }) => x)];
  const left = Math.min(...sides) - margin;
  const width = Math.max(...sides) + margin - left;
  const bottom = Math.max(...boxes.map(({ y }) => y + height)) + margin;
  return (
    <svg
      className={classes["picture"]}
      viewBox={`${left} ${-margin} ${width} ${bottom + margin}`}
      width={width * largestScale}
      aria-hidden="true"
    >
      {paths.map((path) => (
        <path key={path} d={path} className={classes["lane"]} />
      ))}
      {graph.nodes.map(({ id, type }) => {
        const box = nodes.get(id);
        if (box === undefined) return null;
        const { icon: NodeIcon, tone, isTrigger } = nodeAppearance(type);
        return (
          <g key={id} transform={`translate(${box.x} ${box.y})`} data-tone={tone} data-trigger={isTrigger || undefined}>
            <rect className={classes["node"]} width={nodeWidth} height={height} rx="14" />
            <rect className={classes["tile"]} x={inset} y={inset} width={tile} height={tile} rx="10" />
            <NodeIcon x={inset + 6} y={inset + 6} size={tile - 12} className={classes["icon"]} />
            <rect
              className={classes["words"]}
              x={line.x}
              y={(height - line.height) / 2}
              width={(nodeWidth - line.x - inset) * (type === "end" ? 0.35 : 0.8)}
              height={line.height}
              rx={line.height / 2}
            />
          </g>
        );
      })}
    </svg>
  );
}

const axisOf = ({ x }: Box): number => x + nodeWidth / 2;
