import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import type { TemplateRow } from "./template-row.ts";
import { templatesMessages } from "./messages.ts";
import classes from "./templates.module.css";

type Props = {
  readonly template: TemplateRow;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
};

const paths = {
  campaign: "/campaigns/$campaignId",
  automation: "/automations/$automationId",
  form: "/forms/$formId",
  template: "/content/templates/$templateId",
} as const;

/** A template in use names its users instead of being deleted. */
export function DeleteTemplateDialog({ template, isOpen, onClose, onDeleted }: Props) {
  const t = useMessages(templatesMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const params = { template_id: template.id };
  const { data } = useQuery({ ...read("GET /templates/{template_id}", { params }), enabled: isOpen });
  const remove = useChange("DELETE /templates/{template_id}", {
    refresh: ["GET /templates"],
    onDone: () => {
      toast.done(t.deleted);
      onClose();
      onDeleted();
    },
    onFailed: (error) => toast.failed(error),
  });
  const uses = data?.uses ?? [];
  if (uses.length > 0)
    return (
      <FormDialog isOpen={isOpen} onClose={onClose} title={t.usedTitle}>
        <p>{t.usedText(uses.length)}</p>
        <ul className={classes["uses"]}>
          {uses.map(({ kind, id }) => (
            <li key={`${kind} ${id}`}>
              <PageLink path={paths[kind]} params={{ [`${kind}Id`]: id }}>
                {t.uses[kind]} {id}
              </PageLink>
            </li>
          ))}
        </ul>
        <DialogFoot>
          <Button variant="default" onClick={onClose} data-autofocus>
            {ui.close}
          </Button>
        </DialogFoot>
      </FormDialog>
    );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.deleteTitle}
      action={t.deleteDo}
      typed={template.name}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params })}
    >
      {t.deleteText(template.name)}
    </ConfirmDialog>
  );
}
