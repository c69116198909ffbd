import { Button } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import { IconCopy, IconTrash } from "../../../ui/icons.ts";
import { useAutomationEditor } from "./editor-context.ts";
import { useNodeActions } from "./use-node-actions.ts";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

/** What can be done with several chosen steps. */
export function SelectionBar() {
  const t = useMessages(editorMessages);
  const { selection } = useAutomationEditor();
  const { copy, cut, remove } = useNodeActions([...selection]);
  if (selection.size < 2) return null;
  return (
    <div className={classes["selection"]} role="toolbar" aria-label={t.selected(selection.size)}>
      <span>{t.selected(selection.size)}</span>
      {copy !== undefined && (
        <Button size="xs" variant="default" leftSection={<IconCopy size={15} />} onClick={copy}>
          {t.actions.copy}
        </Button>
      )}
      {cut !== undefined && (
        <Button size="xs" variant="default" onClick={cut}>
          {t.actions.cut}
        </Button>
      )}
      {remove !== undefined && (
        <Button size="xs" variant="default" leftSection={<IconTrash size={15} />} onClick={remove}>
          {t.removeChosen(selection.size)}
        </Button>
      )}
    </div>
  );
}
