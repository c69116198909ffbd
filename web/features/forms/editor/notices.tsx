import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { IconAlertTriangle, IconCircleCheck } from "../../../ui/icons.ts";
import { describeFailure } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { useAddress } from "../../../routing/search.ts";
import type { FormRow } from "../appearance.ts";
import { editorMessages } from "./messages.ts";
import { findTab } from "./find-tab.ts";
import { noticeMessages } from "./notice-messages.ts";
import type { FormDraft } from "./use-form-draft.ts";
import classes from "./editor.module.css";

/** "Saved 3 s ago". Only refusals are announced, by the notice below the bar. */
export function SaveNote({ draft: { state, savedAt } }: { draft: FormDraft }) {
  const t = useMessages(editorMessages).saving;
  const { ago } = useFormats();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  if (state === "failed" || state === "conflict")
    return (
      <span className={classes["note"]} data-tone="bad">
        <IconAlertTriangle size={16} />
        {t.failed}
      </span>
    );
  const later = savedAt !== undefined && savedAt > now ? savedAt : now;
  return (
    <span className={classes["note"]} data-tone={state === "saved" ? "good" : undefined}>
      {state === "saved" && savedAt !== undefined && (
        <>
          <IconCircleCheck size={16} />
          {t.saved(ago(savedAt, later))}
        </>
      )}
      {state === "saving" && t.saving}
      {state === "changed" && t.changed}
    </span>
  );
}

type Props = {
  readonly form: Pick<FormRow, "id" | "status">;
  readonly draft: FormDraft;
  readonly canEdit: boolean;
  readonly onReload: () => Promise<void>;
};

/** Leads to the tab of the value that the server refused. */
function Refused({ failure }: { failure: ApiFailure }) {
  const t = useMessages(noticeMessages);
  const ui = useMessages(uiMessages);
  const { tabs } = useMessages(editorMessages);
  const [, setAddress] = useAddress();
  if (failure.code !== "validation") return <Callout tone="bad">{t.refused(describeFailure(failure, ui))}</Callout>;
  const tab = findTab(failure.word);
  return (
    <Callout
      tone="bad"
      action={
        <Button variant="default" size="xs" onClick={() => setAddress({ tab, view: undefined }, { replace: true })}>
          {t.showTab(tabs[tab])}
        </Button>
      }
    >
      {t.refusedIn(tabs[tab])}
    </Callout>
  );
}

/** What removes a version for good is asked about first. */
const decisions = ["discard", "loadTheirs", "keepMine"] as const;
type Decision = (typeof decisions)[number];

/** What the person has to know before going on: a refused save, the draft of another editor, a form changed otherwise. */
export function DraftNotices({ form, draft, canEdit, onReload }: Props) {
  const t = useMessages(noticeMessages);
  const toast = useToasts();
  const { state, failure, stored } = draft;
  const [asked, ask] = useState<Decision>();
  const discard = useChange("DELETE /forms/{form_id}/draft", {
    onDone: () => {
      toast.done(t.discarded);
      void onReload();
    },
    onFailed: (refusal) => toast.failed(refusal),
  });
  const revision = failure?.params["revision"];
  const decide = {
    discard: () => discard.mutate({ params: { form_id: form.id } }),
    loadTheirs: () => void onReload(),
    keepMine: () => draft.overwrite(typeof revision === "number" ? revision : stored.revision),
  };
  // It stays while a change is saved, so that the editor does not move with every change.
  const hasDraft = stored.saved && state !== "failed" && state !== "conflict";
  return (
    <div className={classes["notices"]}>
      {state === "conflict" && (
        <Callout
          tone="bad"
          action={
            <>
              <Button variant="default" size="xs" onClick={() => ask("loadTheirs")}>
                {t.loadTheirs}
              </Button>
              <Button size="xs" variant="default" onClick={() => ask("keepMine")}>
                {t.keepMine}
              </Button>
            </>
          }
        >
          {t.conflict}
        </Callout>
      )}
      {state === "failed" && failure !== undefined && <Refused failure={failure} />}
      {canEdit && hasDraft && (
        <Callout
          tone={stored.outOfDate ? "warn" : "accent"}
          action={
            <Button
              variant="default"
              size="xs"
              loading={discard.isPending}
              disabled={state !== "saved"}
              onClick={() => ask("discard")}
            >
              {t.discard}
            </Button>
          }
        >
          {stored.outOfDate ? t.outOfDate : form.status === "active" ? t.waiting : t.hidden}
        </Callout>
      )}
      {decisions.map((decision) => (
        <ConfirmDialog
          key={decision}
          isOpen={asked === decision}
          onClose={() => ask(undefined)}
          title={t.questions[decision].title}
          action={t.questions[decision].action}
          isDestructive
          onConfirm={() => {
            ask(undefined);
            decide[decision]();
          }}
        >
          {t.questions[decision].text}
        </ConfirmDialog>
      ))}
    </div>
  );
}
