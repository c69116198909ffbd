import { ActionIcon, Tooltip } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconX } from "../../../../ui/icons.ts";
import { nodeAppearance, nodeMessages } from "../../../../ui/names/automation-nodes.ts";
import { useAutomationEditor } from "../editor-context.ts";
import type { GraphNode } from "../model/graph.ts";
import { NodeMenu } from "../node-menu.tsx";
import { editorMessages } from "../messages.ts";
import { SettingsForm } from "./settings-form.tsx";
import { PanelTabs } from "./tabs/panel-tabs.tsx";
import classes from "./panel.module.css";

/** The settings of the chosen node. */
export function NodePanel({ node }: { node: GraphNode }) {
  const t = useMessages(editorMessages);
  const names = useMessages(nodeMessages);
  const { select } = useAutomationEditor();
  const { icon: NodeIcon } = nodeAppearance(node.type);
  const name = names[node.type];
  return (
    <aside className={classes["panel"]} aria-label={t.panel(name)}>
      <header className={classes["head"]}>
        <NodeIcon size={18} />
        <h2>{name}</h2>
        <NodeMenu node={node} />
        <Tooltip label={t.closePanel}>
          <ActionIcon
            aria-label={t.closePanel}
            onClick={() => {
              select([]);
              document.querySelector<HTMLElement>(`[data-node="${node.id}"]`)?.focus();
            }}
          >
            <IconX size={17} />
          </ActionIcon>
        </Tooltip>
      </header>
      <PanelTabs node={node}>
        <SettingsForm node={node} />
      </PanelTabs>
    </aside>
  );
}
