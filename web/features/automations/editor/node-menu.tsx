import { ActionIcon, Menu } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconTrash,
  type Icon,
} from "../../../ui/icons.ts";
import { useAutomationEditor } from "./editor-context.ts";
import { editorMessages } from "./messages.ts";
import type { GraphNode } from "./model/graph.ts";
import { useNodeActions } from "./use-node-actions.ts";
import { useOutputName } from "./use-output-name.ts";

/** What can be done with a step. It is computed when the menu opens: a list has hundreds of them. */
export function NodeMenu({ node }: { node: GraphNode }) {
  const t = useMessages(editorMessages);
  const { describe } = useAutomationEditor();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t.actions.menu(describe(node).title)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items node={node} />
      </Menu.Dropdown>
    </Menu>
  );
}

type Item = readonly [label: string, icon: Icon, act: (() => void) | undefined];

function Items({ node }: { node: GraphNode }) {
  const t = useMessages(editorMessages);
  const { collapsed, toggleCollapsed, canEdit } = useAutomationEditor();
  const actions = useNodeActions([node.id]);
  const outputName = useOutputName();
  const { branches } = actions;
  const isCollapsed = collapsed.has(node.id);
  const fold = actions.hasBelow ? () => toggleCollapsed(node.id) : undefined;
  const items: readonly Item[] = [
    [t.actions.up, IconArrowUp, actions.up],
    [t.actions.down, IconArrowDown, actions.down],
    [t.actions.copy, IconCopy, actions.copy],
    [t.actions.copyBranch, IconCopy, actions.copyBranch],
    [t.actions.cut, IconCopy, actions.cut],
    [isCollapsed ? t.actions.expand : t.actions.collapse, isCollapsed ? IconChevronRight : IconChevronDown, fold],
  ];
  const removals: readonly Item[] =
    branches.length > 1 && canEdit
      ? branches.map((branch): Item => [
          t.actions.removeKeeping(outputName(node, branch)),
          IconTrash,
          () => actions.removeKeeping(branch),
        ])
      : [[t.actions.remove, IconTrash, actions.remove]];
  const all: readonly Item[] = [...removals, [t.actions.removeBranch, IconTrash, actions.removeBranch]];
  return (
    <>
      {items.map(
        ([label, ItemIcon, act]) =>
          act !== undefined && (
            <Menu.Item key={label} leftSection={<ItemIcon size={16} />} onClick={act}>
              {label}
            </Menu.Item>
          ),
      )}
      {all.map(
        ([label, ItemIcon, act]) =>
          act !== undefined && (
            <Menu.Item key={label} color="red" leftSection={<ItemIcon size={16} />} onClick={act}>
              {label}
            </Menu.Item>
          ),
      )}
    </>
  );
}
