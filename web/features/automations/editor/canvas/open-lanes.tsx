import { ViewportPortal } from "@xyflow/react";
import { useAutomationEditor } from "../editor-context.ts";
import { findNode, placeKey } from "../model/graph.ts";
import { nodeWidth, type Layout } from "../model/layout.ts";
import type { NodeFigures } from "../model/node-figures.ts";
import { useOutputName } from "../use-output-name.ts";
import { openLanes } from "./flow-elements.ts";
import { lanePath } from "../model/lane-path.ts";
import { LaneLabel, plusY } from "./lane-edge.tsx";
import classes from "./canvas.module.css";

/** Outputs that end the run: a line to a "+". */
export function OpenLanes({ layout, figures }: { layout: Layout; figures: ReadonlyMap<string, NodeFigures> }) {
  const { graph } = useAutomationEditor();
  const outputName = useOutputName();
  return (
    <>
      {openLanes(layout).map((lane) => {
        const box = layout.nodes.get(lane.from);
        const from = findNode(graph, lane.from);
        if (box === undefined || from === undefined) return null;
        const axis = { x: axisOf(box.x), y: box.y + box.height };
        return (
          <ViewportPortal key={placeKey(lane)}>
            <svg className={classes["open"]} aria-hidden="true">
              <path d={lanePath(axis, lane.x, { x: lane.x, y: plusY(lane) })} className={classes["edge"]} />
            </svg>
            <LaneLabel
              lane={lane}
              label={lane.isBranch ? outputName(from, lane.output) : ""}
              count={lane.isBranch ? figures.get(lane.from)?.outputs[lane.output] : undefined}
            />
          </ViewportPortal>
        );
      })}
    </>
  );
}

const axisOf = (x: number): number => x + nodeWidth / 2;
