import { useState } from "react";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { editAction, removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconRefresh } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { MailboxForm, type Mailbox } from "./mailbox-form.tsx";
import { mailboxesMessages } from "./messages.ts";

const refresh = ["GET /sending/mailboxes"] as const;

export function MailboxMenu({ mailbox }: { mailbox: Mailbox }) {
  const t = useMessages(mailboxesMessages);
  const toast = useToasts();
  const [open, setOpen] = useState<"edit" | "remove">();
  const close = () => setOpen(undefined);
  const params = { mailbox_id: mailbox.id };
  const check = useChange("POST /sending/mailboxes/{mailbox_id}/check", {
    refresh,
    onDone: ({ reason, messages }) =>
      reason === null ? toast.done(t.checked(messages)) : toast.failed(new Error(reason), t.reasons[reason]),
    onFailed: (error) => toast.failed(error),
  });
  const remove = useChange("DELETE /sending/mailboxes/{mailbox_id}", {
    refresh,
    onDone: () => toast.done(t.removed),
    onFailed: (error) => toast.failed(error),
  });
  return (
    <>
      <RowMenu
        label={t.menu(mailbox.name)}
        isBusy={check.isPending}
        actions={[
          editAction(t.edit, () => setOpen("edit")),
          { label: t.check, icon: <IconRefresh size={16} />, onClick: () => check.mutate({ params }) },
          removeAction(t.remove, () => setOpen("remove")),
        ]}
      />
      <FormDialog isOpen={open === "edit"} onClose={close} title={mailbox.name}>
        <MailboxForm mailbox={mailbox} onClose={close} />
      </FormDialog>
      <ConfirmDialog
        isOpen={open === "remove"}
        onClose={close}
        title={t.removeNamed(mailbox.name)}
        action={t.remove}
        isDestructive
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      >
        {t.removeText}
      </ConfirmDialog>
    </>
  );
}
