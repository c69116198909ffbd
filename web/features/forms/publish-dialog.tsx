import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Rejection } from "../../ui/state/rejection.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import type { FormRow } from "./appearance.ts";
import { formsMessages } from "./messages.ts";

type PublishProps = {
  readonly form: Pick<FormRow, "id" | "name" | "status">;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Publishes the form, or hides it. */
export function PublishDialog({ form: { id, name, status }, isOpen, onClose }: PublishProps) {
  const t = useMessages(formsMessages);
  const toast = useToasts();
  const isPublic = status === "active";
  const change = useChange("PATCH /forms/{form_id}", {
    refresh: ["GET /forms", "GET /forms/{form_id}"],
    onDone: ({ status: now }) => {
      toast.done(now === "active" ? t.published : t.unpublished);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isPublic ? t.unpublishTitle(name) : t.publishTitle(name)}
      action={isPublic ? t.unpublish : t.publish}
      isBusy={change.isPending}
      onConfirm={() => change.mutate({ params: { form_id: id }, body: { status: isPublic ? "inactive" : "active" } })}
      failure={<Rejection error={change.error} />}
    >
      {isPublic ? t.unpublishText : t.publishText}
    </ConfirmDialog>
  );
}
