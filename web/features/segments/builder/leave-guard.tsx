import { useBlocker } from "@tanstack/react-router";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { segmentsMessages } from "../messages.ts";

/** Asks before a page with unsaved rules is left. */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }) {
  const t = useMessages(segmentsMessages);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: isDirty,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === "blocked"}
      onClose={() => reset?.()}
      title={t.leaveTitle}
      action={t.leave}
      onConfirm={() => proceed?.()}
    >
      {t.leaveText}
    </ConfirmDialog>
  );
}
