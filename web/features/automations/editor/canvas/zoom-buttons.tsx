import { ActionIcon, Tooltip } from "@mantine/core";
import { Panel, useReactFlow } from "@xyflow/react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconMaximize, IconMinus, IconPlus } from "../../../../ui/icons.ts";
import { editorMessages } from "../messages.ts";
import classes from "./canvas.module.css";

export function ZoomButtons() {
  const t = useMessages(editorMessages);
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const buttons = [
    [t.zoomIn, IconPlus, () => void zoomIn()],
    [t.zoomOut, IconMinus, () => void zoomOut()],
    [t.fit, IconMaximize, () => void fitView({ maxZoom: 1, padding: 0.1 })],
  ] as const;
  return (
    <Panel position="bottom-left">
      <div className={classes["zoom"]} role="group" aria-label={t.zoom}>
        {buttons.map(([label, ButtonIcon, onClick]) => (
          <Tooltip key={label} label={label} position="right">
            <ActionIcon aria-label={label} onClick={onClick}>
              <ButtonIcon size={16} />
            </ActionIcon>
          </Tooltip>
        ))}
      </div>
    </Panel>
  );
}
