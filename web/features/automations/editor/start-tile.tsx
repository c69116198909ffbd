import { useMessages } from "../../../i18n/messages.tsx";
import { useAutomationEditor } from "./editor-context.ts";
import { StepMenu } from "./menu/step-menu.tsx";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

/** An automation without steps begins with its trigger. */
export function StartTile() {
  const t = useMessages(editorMessages);
  const { canEdit } = useAutomationEditor();
  return (
    <section className={classes["start"]} aria-label={t.empty}>
      <h2>{t.empty}</h2>
      <p>{t.emptyText}</p>
      {canEdit && <StepMenu place="trigger" onDone={() => undefined} />}
    </section>
  );
}
