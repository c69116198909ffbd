import { asFailure } from "../../api/api-failure.ts";
import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { describeMissingRecords } from "../../ui/rejections/missing-records.ts";
import { Rejection } from "../../ui/state/rejection.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { StartReview } from "./trial/start-review.tsx";
import type { AutomationRow } from "./appearance.ts";
import { automationsMessages } from "./messages.ts";

export const automationRefresh = [
  "GET /automations",
  "GET /automations/{automation_id}",
  "GET /automations/{automation_id}/editor",
] as const;

type SwitchProps = {
  readonly automation: Pick<AutomationRow, "id" | "name" | "status" | "active">;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Starts a draft or a paused automation, or pauses a running one: says what happens to whom, and why it is refused. */
export function SwitchDialog({ automation, isOpen, onClose }: SwitchProps) {
  const t = useMessages(automationsMessages);
  const toast = useToasts();
  const { id, name, status, active } = automation;
  const isRunning = status === "active";
  const done = (text: string) => () => {
    toast.done(text);
    onClose();
  };
  const start = useChange("POST /automations/{automation_id}/activate", {
    refresh: automationRefresh,
    onDone: done(t.started),
  });
  const pause = useChange("POST /automations/{automation_id}/pause", {
    refresh: automationRefresh,
    onDone: done(t.paused),
  });
  const change = isRunning ? pause : start;
  const missing = change.error === null ? "" : describeMissingRecords(asFailure(change.error).params);
  const params = { automation_id: id };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isRunning ? t.pauseTitle(name) : t.startTitle(name)}
      action={isRunning ? t.pause : t.start}
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ params })}
      failure={
        <Rejection
          error={change.error}
          messages={{
            "validation graph": t.incomplete,
            "conflict status": t.wrongStatus,
            "conflict sender_records": t.senderRecords(missing),
            "not_implemented sms": t.sms,
          }}
        />
      }
    >
      {isRunning && t.pauseText(active)}
      {status === "paused" && t.resumeText(active)}
      {status === "draft" && (
        <>
          <p>{t.startText}</p>
          <StartReview automationId={id} />
        </>
      )}
    </ConfirmDialog>
  );
}
