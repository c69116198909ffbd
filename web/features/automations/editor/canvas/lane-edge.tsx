import { BaseEdge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import { useFormats } from "../../../../i18n/messages.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { PlusButton } from "../menu/plus-button.tsx";
import { placeKey, type Place } from "../model/graph.ts";
import { lanePath } from "../model/lane-path.ts";
import { stepGap, type Lane } from "../model/layout.ts";
import { useDropTarget } from "./drop-target.ts";
import type { LaneFlowEdge } from "./flow-elements.ts";
import classes from "./canvas.module.css";

const labelHeight = 24;

/** Where the "+" of an output is: in the middle of the gap, below the label of a branch. */
export const plusY = ({ top, isBranch }: Lane): number => (isBranch ? top - stepGap / 2 + 4 : top - stepGap / 2);

const labelY = ({ top }: Lane): number => top - stepGap - labelHeight / 2 + 2;

export const LaneEdge = memo(function LaneEdge({ sourceX, sourceY, targetX, targetY, data }: EdgeProps<LaneFlowEdge>) {
  const lane = data?.lane;
  const from = { x: sourceX, y: sourceY };
  const to = { x: targetX, y: targetY };
  return (
    <>
      <BaseEdge path={lanePath(from, lane?.x ?? targetX, to)} className={classes["edge"] ?? ""} />
      {lane !== undefined && <LaneLabel lane={lane} label={data?.label ?? ""} count={data?.count} />}
    </>
  );
});

/** The name of a branch with its count, and the "+". */
export function LaneLabel({ lane, label, count }: { lane: Lane; label: string; count: number | undefined }) {
  const { number } = useFormats();
  const { canEdit } = useAutomationEditor();
  const place: Place = { from: lane.from, output: lane.output };
  const isDropTarget = useDropTarget(placeKey(place));
  return (
    <EdgeLabelRenderer>
      {label !== "" && (
        <span className={classes["label"]} style={at(lane.x, labelY(lane))}>
          {label}
          {count !== undefined && <b>{number(count)}</b>}
        </span>
      )}
      {canEdit && (
        <span className={classes["plus"]} style={at(lane.x, plusY(lane))}>
          <PlusButton place={place} isDropTarget={isDropTarget} />
        </span>
      )}
    </EdgeLabelRenderer>
  );
}

const at = (x: number, y: number) => ({ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` });
