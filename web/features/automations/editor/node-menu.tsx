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
import { useNodeActions } from "./use-node-actions.ts";
import { useOutputName } from "./use-output-name.ts";

/** What can be done with a step, or with all chosen ones. */
export function NodeMenu({ ids }: { ids: readonly string[] }) {
  const t = useMessages(editorMessages);
  const { describe } = useAutomationEditor();
  const { node } = useNodeActions(ids);
  const label = node === undefined ? t.selected(ids.length) : describe(node).title;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t.actions.menu(label)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Items ids={ids} />
      </Menu.Dropdown>
    </Menu>
  );
}

type Item = readonly [label: string, icon: Icon, act: (() => void) | undefined];

function Items({ ids }: { ids: readonly string[] }) {
  const t = useMessages(editorMessages);
  const { collapsed, toggleCollapsed, canEdit } = useAutomationEditor();
  const actions = useNodeActions(ids);
  const outputName = useOutputName();
  const { node, branches } = actions;
  const isCollapsed = node !== undefined && collapsed.has(node.id);
  const fold = node !== undefined && actions.hasBelow ? () => toggleCollapsed(node.id) : undefined;
  const items: readonly Item[] = [
    [t.actions.up, IconArrowUp, actions.up],
    [t.actions.down, IconArrowDown, actions.down],
    [t.actions.copy, IconCopy, actions.copy],
    [t.actions.copyBranch, IconCopy, actions.copyBranch],
    [t.actions.cut, IconCopy, actions.cut],
    [isCollapsed ? t.actions.expand : t.actions.collapse, isCollapsed ? IconChevronRight : IconChevronDown, fold],
  ];
  const removals: readonly Item[] =
    node !== undefined && branches.length > 1 && canEdit
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
