import { useQuery } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import { automationsMessages } from "../../messages.ts";
import { useAutomationEditor } from "../editor-context.ts";
import type { GraphSaving } from "../saving/use-graph-saving.ts";
import { editorMessages } from "../messages.ts";

type SaveDialogProps = { readonly saving: GraphSaving; readonly isOpen: boolean; readonly onClose: () => void };

/** Saves a version of an automation that is not a draft; says how many people stand inside. */
export function SaveDialog({ saving, isOpen, onClose }: SaveDialogProps) {
  const t = useMessages(editorMessages);
  const list = useMessages(automationsMessages);
  const toast = useToasts();
  const { data } = useAutomationEditor();
  const { id, status } = data.automation;
  const { data: counts } = useQuery({
    ...read("GET /automations/{automation_id}/counts", { params: { automation_id: id } }),
    enabled: isOpen,
    staleTime: 0,
  });
  const active = counts?.active ?? data.counts.active;
  const next = saving.version + 1;
  const save = async () => {
    const version = await saving.save();
    onClose();
    if (version !== undefined) toast.done(t.save.done(version));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.save.title(next)}
      action={t.save.by(next)}
      isBusy={saving.state === "saving"}
      onConfirm={() => void save()}
    >
      {status === "paused" && list.statuses.paused}
      {status === "active" && (active === 0 ? t.save.nobody : t.save.inside(active))}
    </ConfirmDialog>
  );
}
