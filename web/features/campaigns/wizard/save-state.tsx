import { useEffect, useState } from "react";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { IconAlertTriangle, IconCircleCheck } from "../../../ui/icons.ts";
import type { StepProps } from "./steps.ts";
import { wizardMessages } from "./wizard-messages.ts";
import classes from "./wizard.module.css";

/** When the last change was saved, and the version of the content. */
export function SaveState({ campaign, autosave }: Pick<StepProps, "campaign" | "autosave">) {
  const t = useMessages(wizardMessages);
  const { ago } = useFormats();
  const { state, savedAt } = autosave;
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 5000);
    return () => clearInterval(timer);
  }, []);
  const texts = {
    saving: t.saving,
    failed: t.notSaved,
    saved: savedAt === undefined ? t.savedAll : t.saved(ago(savedAt)),
  };
  return (
    <span className={classes["saved"]} data-state={state}>
      {state === "failed" ? <IconAlertTriangle size={16} /> : <IconCircleCheck size={16} />}
      {texts[state]} · {t.version(campaign.version)}
    </span>
  );
}
