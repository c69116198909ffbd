import { useState } from "react";
import { asFailure, type ApiFailure } from "../../../../api/api-failure.ts";
import { useChange } from "../../../../api/queries.ts";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { ConfirmDialog } from "../../../../ui/dialog/confirm-dialog.tsx";
import { Rejection } from "../../../../ui/state/rejection.tsx";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import type { FormRow } from "../../appearance.ts";
import type { FormDraft } from "../use-form-draft.ts";
import { publishMessages } from "./messages.ts";

type Props = {
  readonly form: FormRow;
  readonly draft: FormDraft;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onPublished: () => void;
};

/** Says what changes for visitors; a form that was changed otherwise is replaced only knowingly. */
export function PublishDialog({ form, draft, isOpen, onClose, onPublished }: Props) {
  const t = useMessages(publishMessages);
  const toast = useToasts();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const publish = useChange("POST /forms/{form_id}/publish", { refresh: ["GET /forms", "GET /forms/{form_id}"] });
  const { stored, content } = draft;
  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const revision = await draft.saveNow();
      await publish.mutateAsync({
        params: { form_id: form.id },
        body: { revision, ...(stored.outOfDate ? { formDigest: stored.formDigest } : {}) },
      });
      toast.done(t.published);
      onPublished();
    } catch (error) {
      setFailure(asFailure(error));
    }
    setBusy(false);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.title(content.name)}
      action={stored.outOfDate ? t.replace : form.status === "active" ? t.publishChanges : t.publish}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      failure={
        <Rejection
          error={failure ?? null}
          messages={{
            "conflict name": t.refused.name,
            "validation consentText": t.refused.consentText,
            "conflict revision": t.refused.other,
          }}
        />
      }
    >
      <p>{form.status === "active" ? t.text : t.first}</p>
      {form.consentText !== content.consentText && <p>{t.consentChanged}</p>}
      {stored.outOfDate && <Callout tone="warn">{t.outdated}</Callout>}
    </ConfirmDialog>
  );
}
