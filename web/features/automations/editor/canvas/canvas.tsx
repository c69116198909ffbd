import {
  Background,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type NodeChange,
  type XYPosition,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useEffect, useMemo, useRef, useState, type MouseEvent as ReactMouseEvent } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { moveSteps } from "../model/move-steps.ts";
import { nodeWidth, type Lane } from "../model/layout.ts";
import { placeKey } from "../model/graph.ts";
import { editorMessages } from "../messages.ts";
import { DropTargetProvider } from "./drop-target.ts";
import { flowEdges, flowNodes, type StepFlowNode } from "./flow-elements.ts";
import { LaneEdge, plusY } from "./lane-edge.tsx";
import { OpenLanes } from "./open-lanes.tsx";
import { StepNode } from "./step-node.tsx";
import { useFlowParts } from "./use-flow-parts.ts";
import { ZoomButtons } from "./zoom-buttons.tsx";
import classes from "./canvas.module.css";

const nodeTypes = { step: StepNode };
const edgeTypes = { lane: LaneEdge };
const atRest: ReadonlyMap<string, XYPosition> = new Map();
/** From this number of nodes on, a small map is shown and only what is in view is drawn. */
const largeGraph = 40;
/** A step that is dropped with the pointer this near to a "+" moves there. */
const dropDistance = 90;
/** Where the first node is when the canvas opens, and how far it zooms out to show the whole width. */
const topGap = 56;
const sideGap = 32;
const smallestStart = 0.7;

type DragEvent = MouseEvent | TouchEvent | ReactMouseEvent;

export const Canvas = () => (
  <ReactFlowProvider>
    <Flow />
  </ReactFlowProvider>
);

function Flow() {
  const t = useMessages(editorMessages);
  const { graph, grammar, selection, select, change, canEdit } = useAutomationEditor();
  const parts = useFlowParts();
  const { layout, figures } = parts;
  const wanted = useMemo(() => flowNodes(parts), [parts]);
  const edges = useMemo(() => flowEdges(parts), [parts]);
  const [dragged, setDragged] = useState(atRest);
  const [drop, setDrop] = useState<Lane>();
  const { setViewport, getViewport, getZoom, setCenter, screenToFlowPosition } = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);

  const start = useRef(layout);
  useEffect(() => {
    const { left, right } = start.current;
    const space = frame.current?.clientWidth ?? 0;
    const zoom = Math.min(1, Math.max(smallestStart, (space - 2 * sideGap) / (left + right)));
    const isWhole = (left + right) * zoom <= space;
    void setViewport({ x: space / 2 - (isWhole ? ((right - left) / 2) * zoom : 0), y: topGap, zoom });
  }, [setViewport]);
  const [only, ...others] = selection;
  const chosen = others.length === 0 && only !== undefined ? layout.nodes.get(only) : undefined;
  // A chosen step that is out of view, such as a new one or one that an issue leads to, is brought into it.
  useEffect(() => {
    if (chosen === undefined || frame.current === null) return;
    const { clientWidth, clientHeight } = frame.current;
    const { x, y, zoom } = getViewport();
    const at = { x: chosen.x * zoom + x, y: chosen.y * zoom + y };
    const isInView =
      at.x >= 0 && at.y >= 0 && at.x + nodeWidth * zoom <= clientWidth && at.y + chosen.height * zoom <= clientHeight;
    if (!isInView) void setCenter(chosen.x + nodeWidth / 2, chosen.y + chosen.height / 2, { zoom });
  }, [chosen, getViewport, setCenter]);

  const onNodesChange = (changes: NodeChange<StepFlowNode>[]) => {
    const chosen = changes.filter((one) => one.type === "select");
    if (chosen.length > 0) {
      const next = new Set(selection);
      for (const { id, selected } of chosen) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      select([...next]);
    }
    const moves = changes.flatMap((one): [string, XYPosition][] =>
      one.type === "position" && one.dragging === true && one.position !== undefined ? [[one.id, one.position]] : [],
    );
    if (moves.length > 0) setDragged(new Map(moves));
  };
  /** The place nearest to the pointer, if the grammar allows the steps there. */
  const findDrop = (event: DragEvent, nodes: readonly StepFlowNode[]): Lane | undefined => {
    const point = "clientX" in event ? event : event.changedTouches[0];
    if (point === undefined) return undefined;
    const at = screenToFlowPosition({ x: point.clientX, y: point.clientY });
    const distance = (lane: Lane) => Math.hypot(lane.x - at.x, plusY(lane) - at.y);
    const [lane] = [...layout.lanes.values()].toSorted((one, other) => distance(one) - distance(other));
    if (lane === undefined || distance(lane) * getZoom() > dropDistance) return undefined;
    return moved(nodes, lane) === undefined ? undefined : lane;
  };
  const moved = (nodes: readonly StepFlowNode[], lane: Lane) =>
    moveSteps(
      grammar,
      graph,
      nodes.map(({ id }) => id),
      lane,
    );
  const showDrop = (event: DragEvent, nodes: readonly StepFlowNode[]) => {
    const lane = findDrop(event, nodes);
    setDrop((before) => (before?.from === lane?.from && before?.output === lane?.output ? before : lane));
  };
  const dropSteps = (event: DragEvent, nodes: readonly StepFlowNode[]) => {
    const lane = findDrop(event, nodes);
    setDrop(undefined);
    setDragged(atRest);
    if (lane !== undefined) change(moved(nodes, lane));
  };
  const shown = useMemo(
    () =>
      wanted.map((node) => {
        const position = dragged.get(node.id);
        const moved = position === undefined ? node : { ...node, position };
        return selection.has(node.id) ? { ...moved, selected: true } : moved;
      }),
    [wanted, dragged, selection],
  );
  return (
    <div className={classes["canvas"]} ref={frame}>
      <DropTargetProvider value={drop === undefined ? undefined : placeKey(drop)}>
        <ReactFlow
          aria-label={t.canvasLabel}
          nodes={shown}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onNodesChange={onNodesChange}
          onNodeDrag={(event, _node, nodes) => showDrop(event, nodes)}
          onNodeDragStop={(event, _node, nodes) => dropSteps(event, nodes)}
          onPaneClick={() => select([])}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          nodesDraggable={canEdit}
          deleteKeyCode={null}
          multiSelectionKeyCode={["Meta", "Control"]}
          minZoom={0.1}
          maxZoom={1.5}
          panOnScroll
          zoomOnDoubleClick={false}
          onlyRenderVisibleElements={graph.nodes.length >= largeGraph}
          proOptions={{ hideAttribution: false }}
        >
          <Background gap={20} size={1} className={classes["dots"] ?? ""} />
          <OpenLanes layout={layout} figures={figures} />
          {graph.nodes.length >= largeGraph && (
            <MiniMap ariaLabel={t.minimap} pannable zoomable className={classes["minimap"] ?? ""} />
          )}
          <ZoomButtons />
        </ReactFlow>
      </DropTargetProvider>
    </div>
  );
}
