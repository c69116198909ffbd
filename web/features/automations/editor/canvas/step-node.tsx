import { Handle, Position, type NodeProps } from "@xyflow/react";
import { memo } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import { editorMessages } from "../messages.ts";
import { NodeBody } from "../node-body.tsx";
import type { StepFlowNode } from "./flow-elements.ts";
import classes from "./canvas.module.css";

/** A node of the canvas. It is a button, so that it can be reached and opened by keyboard. */
export const StepNode = memo(function StepNode({ data, selected }: NodeProps<StepFlowNode>) {
  const t = useMessages(editorMessages);
  const { toggleCollapsed, issues } = useAutomationEditor();
  const { node, figures, hidden } = data;
  const hasIssue = issues.some((issue) => issue.node === node.id);
  return (
    <div className={classes["node"]} data-selected={selected || undefined} data-issue={hasIssue || undefined}>
      <Handle type="target" position={Position.Top} className={classes["handle"] ?? ""} isConnectable={false} />
      <button type="button" className={classes["card"]} aria-pressed={selected} data-node={node.id}>
        <NodeBody node={node} figures={figures} />
      </button>
      {hidden > 0 && (
        <button
          type="button"
          className={`${classes["hidden"]} nodrag`}
          onClick={(event) => {
            event.stopPropagation();
            toggleCollapsed(node.id);
          }}
        >
          {t.actions.hidden(hidden)}
        </button>
      )}
      <Handle type="source" position={Position.Bottom} className={classes["handle"] ?? ""} isConnectable={false} />
    </div>
  );
});
