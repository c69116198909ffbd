import { useChange } from "../../api/queries.ts";
import { useWords } from "../../i18n/words.tsx";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { Callout } from "../../ui/display/callout.tsx";
import { describeFailure } from "../../ui/state/failure.tsx";
import { useToasts } from "../../ui/state/toasts.tsx";
import { uiWords } from "../../ui/words.ts";
import type { FormRow } from "./looks.ts";
import { formsWords } from "./words.ts";

type PublishProps = {
  readonly form: Pick<FormRow, "id" | "name" | "status">;
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/** Publishes the form, or hides it. */
export function PublishDialog({ form: { id, name, status }, isOpen, onClose }: PublishProps) {
  const ui = useWords(uiWords);
  const t = useWords(formsWords);
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
      failure={change.error !== null && <Callout tone="bad">{describeFailure(change.error, ui)}</Callout>}
    >
      {isPublic ? t.unpublishText : t.publishText}
    </ConfirmDialog>
  );
}
