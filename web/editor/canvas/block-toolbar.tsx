import { ActionIcon, Tooltip } from "@mantine/core";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import {
  IconArrowDown,
  IconArrowUp,
  IconBookmark,
  IconCopy,
  IconPencil,
  IconTrash,
  type Icon,
} from "../../ui/icons.ts";
import { SaveElementDialog } from "../elements/element-dialogs.tsx";
import { useEditor } from "../model/editor-context.tsx";
import { useBlockActions } from "../model/use-block-actions.ts";
import { editorMessages } from "../messages.ts";
import { isTypable } from "./typing.ts";
import classes from "./canvas.module.css";

type Props = {
  readonly id: string;
  readonly isColumn: boolean;
  /** Types in the words of the block. */
  readonly onType: (() => void) | undefined;
};

/** The acts on the selected block, in ink at its corner. */
export function BlockToolbar({ id, isColumn, onType }: Props) {
  const t = useMessages(editorMessages);
  const actions = useBlockActions();
  const { medium } = useEditor();
  const [isSaving, setSaving] = useState(false);
  const node = actions.nodeOf(id);
  return (
    <div className={classes["toolbar"]} role="toolbar" aria-label={t.blockActions}>
      {onType !== undefined && node !== undefined && isTypable(node) && (
        <Tool icon={IconPencil} label={t.typeHere} onClick={onType} />
      )}
      <Tool icon={IconArrowUp} label={t.moveUp} onClick={() => actions.move(id, -1)} />
      <Tool icon={IconArrowDown} label={t.moveDown} onClick={() => actions.move(id, 1)} />
      {!isColumn && <Tool icon={IconCopy} label={t.duplicate} onClick={() => actions.duplicate(id)} />}
      {medium === "email" && node !== undefined && node.kind !== "element" && (
        <Tool icon={IconBookmark} label={t.saveElement} onClick={() => setSaving(true)} />
      )}
      <Tool icon={IconTrash} label={t.remove} onClick={() => actions.remove(id)} />
      {node !== undefined && <SaveElementDialog node={node} isOpen={isSaving} onClose={() => setSaving(false)} />}
    </div>
  );
}

const Tool = ({ icon: Icon, label, onClick }: { icon: Icon; label: string; onClick: () => void }) => (
  <Tooltip label={label}>
    <ActionIcon size={28} className={classes["tool"] ?? ""} onClick={onClick} aria-label={label}>
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  </Tooltip>
);
