import { Button } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import { IconFlask } from "../../../../ui/icons.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { useTrialText } from "../../trial/use-trial-text.ts";
import { trialMessages } from "../../trial/messages.ts";
import classes from "./trial.module.css";

/** Says whose trial the steps show, until it is ended. */
export function TrialBar() {
  const t = useMessages(trialMessages);
  const { ofAll } = useTrialText();
  const { trial, showTrial } = useAutomationEditor();
  if (trial === undefined) return null;
  return (
    <div className={classes["bar"]} role="status">
      <IconFlask size={16} />
      <p>
        <b>{trial.kind === "contact" ? t.of(trial.email) : t.ofEverybody}</b> {ofAll(trial)}
      </p>
      <Button variant="default" size="xs" onClick={() => showTrial(undefined)}>
        {t.end}
      </Button>
    </div>
  );
}
