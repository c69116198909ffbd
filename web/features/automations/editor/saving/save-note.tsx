import { useEffect, useState } from "react";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { IconAlertTriangle, IconCircleCheck } from "../../../../ui/icons.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { editorMessages } from "../messages.ts";
import type { GraphSaving } from "./use-graph-saving.ts";
import classes from "../editor.module.css";

/** "Saved 3 s ago · version 14". Only a refused save is announced; the card of issues announces errors. */
export function SaveNote({ saving }: { saving: GraphSaving }) {
  const t = useMessages(editorMessages);
  const { ago } = useFormats();
  const { data } = useAutomationEditor();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  const { state, savedAt, version, hasErrors, isIncomplete, failure } = saving;
  if (state === "failed")
    return (
      <span className={classes["note"]} data-tone="bad" role="alert">
        <IconAlertTriangle size={16} />
        {failure?.is("unavailable data_key") === true && t.save.noKey}
        {failure?.is("validation transactional") === true && t.save.transactional}
        {t.save.failed}
        {data.automation.status === "draft" && (
          <button type="button" onClick={() => void saving.save()}>
            {t.save.again}
          </button>
        )}
      </span>
    );
  const later = savedAt !== undefined && savedAt > now ? savedAt : now;
  return (
    <span className={classes["note"]} data-tone={state === "saved" ? "good" : undefined}>
      {state === "saved" && <IconCircleCheck size={16} />}
      {state === "saving" && t.save.saving}
      {state === "changed" && (hasErrors ? t.save.blocked : isIncomplete ? t.save.incomplete : t.save.changed)}
      {state === "saved" &&
        (savedAt === undefined ? t.save.saved(version) : t.save.savedAgo(ago(savedAt, later), version))}
    </span>
  );
}
