import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { Card } from "../../../ui/display/card.tsx";
import { ScaledEmail } from "../../../ui/email-frame/scaled-email.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { editorMessages } from "./messages.ts";
import { formPreview } from "./preview/form-preview.ts";
import type { FormContent } from "./use-form-draft.ts";
import classes from "./editor.module.css";

/** Our own e-mail as people get it, with its reminder, and the way to another one. */
export function OwnEmail({ content, action }: { content: FormContent; action: ReactNode }) {
  const t = useMessages(editorMessages).email;
  const hasReminder = content.settings.reminderHours !== null;
  const [chosen, setChosen] = useState<"email" | "reminder">("email");
  const state = hasReminder ? chosen : "email";
  const { data, error, refetch } = useQuery(formPreview({ content, place: "page", state }));
  return (
    <div className={classes["ownEmail"]}>
      <Card title={t.ours} aside={action}>
        <p className={classes["text"]}>{t.oursText}</p>
        {hasReminder && (
          <SegmentedControl
            aria-label={t.kind}
            value={state}
            data={optionsOf(t.kinds)}
            onChange={(value) => setChosen(value === "reminder" ? "reminder" : "email")}
          />
        )}
        {data === undefined ? (
          <Waiting error={error} what={t.failed} onRetry={refetch} />
        ) : (
          <>
            <p className={classes["subject"]}>
              {t.subject}: <b>{data.subject}</b>
            </p>
            <div className={classes["mail"]}>
              <ScaledEmail html={data.html} title={t.kinds[state]} />
            </div>
          </>
        )}
      </Card>
    </div>
  );
}
