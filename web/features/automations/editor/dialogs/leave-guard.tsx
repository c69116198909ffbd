import { useBlocker } from "@tanstack/react-router";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { useAutomationEditor } from "../editor-context.ts";
import type { GraphSaving } from "../saving/use-graph-saving.ts";
import { editorMessages } from "../messages.ts";

/** Asks before the page is left with changes; a draft without errors is saved first. */
export function LeaveGuard({ saving }: { saving: GraphSaving }) {
  const t = useMessages(editorMessages);
  const { data } = useAutomationEditor();
  const isDirty = () => saving.isChanged;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty() || current.pathname === next.pathname) return false;
      const savesItself = data.automation.status === "draft" && !saving.hasErrors && saving.failure === undefined;
      return !savesItself || (await saving.save()) === undefined;
    },
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
