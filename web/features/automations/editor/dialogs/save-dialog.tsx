import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiFailure } from "../../../../api/api-failure.ts";
import { read } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { Rejection } from "../../../../ui/state/rejection.tsx";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import { automationsMessages } from "../../messages.ts";
import { useAutomationEditor } from "../editor-context.ts";
import type { GraphSaving } from "../saving/use-graph-saving.ts";
import { editorMessages } from "../messages.ts";

type SaveDialogProps = { readonly saving: GraphSaving; readonly isOpen: boolean; readonly onClose: () => void };

/** Refusals that have a dialog of their own. */
const decidedElsewhere = ["conflict version", "conflict waiting"] as const;

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
  const [refusal, setRefusal] = useState<ApiFailure>();
  const close = () => {
    setRefusal(undefined);
    onClose();
  };
  const save = async () => {
    setRefusal(undefined);
    const saved = await saving.save();
    if (typeof saved !== "number" && !decidedElsewhere.some((declared) => saved.is(declared))) {
      setRefusal(saved);
      return;
    }
    close();
    if (typeof saved === "number") toast.done(t.save.done(saved));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={t.save.title(next)}
      action={t.save.by(next)}
      isBusy={saving.state === "saving"}
      onConfirm={() => void save()}
      failure={
        <Rejection
          error={refusal}
          messages={{
            "validation graph": t.save.incomplete,
            "validation transactional": t.save.transactional,
            "unavailable data_key": t.save.noKey,
          }}
        />
      }
    >
      {status === "paused" && list.statuses.paused}
      {status === "active" && (active === 0 ? t.save.nobody : t.save.inside(active))}
    </ConfirmDialog>
  );
}
