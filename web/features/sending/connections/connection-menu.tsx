import { useState } from "react";
import type { ApiFailure } from "../../../api/api-failure.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { editAction, removeAction, RowMenu } from "../../../ui/display/row-menu.tsx";
import { IconCheck, IconRefresh } from "../../../ui/icons.ts";
import { Rejection } from "../../../ui/state/rejection.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { refreshedByConnections, type Connection, type ConnectionCheck } from "./connection.ts";
import { CheckResult } from "./check-result.tsx";
import { ConnectionForm } from "./connection-form.tsx";
import { connectionsMessages } from "./messages.ts";

export function ConnectionMenu({ connection }: { connection: Connection }) {
  const t = useMessages(connectionsMessages);
  const toast = useToasts();
  const [open, setOpen] = useState<"edit" | "remove">();
  const [checked, setChecked] = useState<ConnectionCheck>();
  const { id, name, isDefault } = connection;
  const params = { connection_id: id };
  const close = () => setOpen(undefined);
  const onFailed = (error: ApiFailure) =>
    toast.failed(error, error.is("forbidden own_connections") ? t.forbidden : undefined);
  const check = useChange("POST /sending/connections/{connection_id}/check", {
    refresh: refreshedByConnections,
    onDone: setChecked,
    onFailed,
  });
  const update = useChange("PATCH /sending/connections/{connection_id}", {
    refresh: refreshedByConnections,
    onDone: () => toast.done(t.madeDefault),
    onFailed,
  });
  return (
    <>
      <RowMenu
        label={t.menu(name)}
        isBusy={check.isPending || update.isPending}
        actions={[
          { label: t.check, icon: <IconRefresh size={16} />, onClick: () => check.mutate({ params }) },
          editAction(t.edit, () => setOpen("edit")),
          !isDefault && {
            label: t.makeDefault,
            icon: <IconCheck size={16} />,
            onClick: () => update.mutate({ params, body: { isDefault: true } }),
          },
          removeAction(t.remove, () => setOpen("remove")),
        ]}
      />
      <FormDialog isOpen={open === "edit"} onClose={close} title={name}>
        <ConnectionForm connection={connection} onClose={close} />
      </FormDialog>
      <FormDialog isOpen={checked !== undefined} onClose={() => setChecked(undefined)} title={t.checked.title(name)}>
        {checked !== undefined && <CheckResult check={checked} onClose={() => setChecked(undefined)} />}
      </FormDialog>
      <RemoveDialog connection={connection} isOpen={open === "remove"} onClose={close} />
    </>
  );
}

type RemoveProps = { readonly connection: Connection; readonly isOpen: boolean; readonly onClose: () => void };

function RemoveDialog({ connection: { id, name }, isOpen, onClose }: RemoveProps) {
  const t = useMessages(connectionsMessages);
  const toast = useToasts();
  const remove = useChange("DELETE /sending/connections/{connection_id}", {
    refresh: refreshedByConnections,
    onDone: () => {
      toast.done(t.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t.removeTitle(name)}
      action={t.remove}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { connection_id: id } })}
      failure={
        <Rejection error={remove.error} messages={{ "conflict used": t.used, "conflict default": t.defaultKept }} />
      }
    >
      {t.removeText}
    </ConfirmDialog>
  );
}
