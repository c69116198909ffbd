import { useBlocker } from "@tanstack/react-router";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { leaveMessages } from "./messages.ts";

type Props = {
  readonly isDirty: () => boolean;
  /** Saves before the question is asked; false where that is refused. Without it the person saves by hand. */
  readonly save?: () => Promise<boolean>;
};

/** Asks before a page with changes that cannot be saved is left. */
export function LeaveGuard({ isDirty, save }: Props) {
  const t = useMessages(leaveMessages);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isDirty() && current.pathname !== next.pathname && (save === undefined || !(await save())),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={status === "blocked"}
      onClose={() => reset?.()}
      title={t.title}
      action={t.action}
      onConfirm={() => proceed?.()}
    >
      {t.text}
    </ConfirmDialog>
  );
}
