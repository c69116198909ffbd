import { Button } from "@mantine/core";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { templatesMessages } from "./messages.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type Template = OutputOf<"GET /templates/{template_id}">;

type Props = {
  readonly template: Template;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDiscarded: () => void;
};

/** The draft of a template that active automations send. */
export function PublishDialog({ template, isOpen, onClose, onDiscarded }: Props) {
  const t = useMessages(templatesMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const params = { template_id: template.id };
  const refresh = ["GET /templates", "GET /templates/{template_id}"] as const;
  const failed = (error: unknown) => toast.failed(error);
  const publish = useChange("POST /templates/{template_id}/publish", {
    refresh,
    onFailed: failed,
    onDone: () => {
      toast.done(t.published);
      onClose();
    },
  });
  const discard = useChange("DELETE /templates/{template_id}/draft", {
    refresh,
    onFailed: failed,
    onDone: () => {
      toast.done(t.discarded);
      onDiscarded();
      onClose();
    },
  });
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.publishTitle}>
      <p>{t.publishText}</p>
      <DialogFoot>
        <Button variant="default" onClick={onClose} data-autofocus>
          {ui.cancel}
        </Button>
        <Button variant="outline" color="red" loading={discard.isPending} onClick={() => discard.mutate({ params })}>
          {t.discard}
        </Button>
        <Button loading={publish.isPending} onClick={() => publish.mutate({ params })}>
          {t.publish}
        </Button>
      </DialogFoot>
    </FormDialog>
  );
}
