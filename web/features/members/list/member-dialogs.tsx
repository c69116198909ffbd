import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { RoleField } from "../role-fields.tsx";
import { roleMessages } from "../messages.ts";
import { memberName, type Member } from "./member.ts";
import { membersMessages } from "./messages.ts";

type Props = { readonly member: Member | undefined; readonly onClose: () => void };

export function RolesDialog({ member, onClose }: Props) {
  const t = useMessages(membersMessages);
  return (
    <FormDialog
      isOpen={member !== undefined}
      onClose={onClose}
      title={t.changeRolesTitle(member === undefined ? "" : memberName(member))}
    >
      {member !== undefined && <RolesForm member={member} onClose={onClose} />}
    </FormDialog>
  );
}

function RolesForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useMessages(membersMessages);
  const people = useMessages(roleMessages);
  const toast = useToasts();
  const update = useChange("PATCH /members/{id}", { refresh: ["GET /members"] });
  const form = useApiForm({
    initial: { roles: member.roles },
    messages: { "conflict last_admin": t.lastAdmin, roles: people.rolesTooHigh },
    fields: { "conflict last_admin": "roles" },
    send: async ({ roles }) => {
      if (roles.length === 0) {
        form.setError("roles", { message: people.rolesNeeded });
        return;
      }
      await update.mutateAsync({ params: { id: member.id }, body: { roles } });
      toast.done(t.rolesChanged);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.changeRoles} onClose={onClose}>
      <RoleField control={form.control} name="roles" label={people.roles} />
    </DialogForm>
  );
}

export function RemoveMemberDialog({ member, onClose }: Props) {
  const t = useMessages(membersMessages);
  const toast = useToasts();
  const name = member === undefined ? "" : memberName(member);
  const remove = useChange("DELETE /members/{id}", {
    refresh: ["GET /members", "GET /api-keys"],
    onDone: () => {
      toast.done(t.removed(name));
      close();
    },
    onFailed: (error) => {
      if (!error.is("conflict last_admin")) toast.failed(error);
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={member !== undefined}
      onClose={close}
      title={t.removeTitle(name)}
      action={t.remove}
      isDestructive
      isBusy={remove.isPending}
      onConfirm={() => member !== undefined && remove.mutate({ params: { id: member.id } })}
      failure={remove.error?.is("conflict last_admin") === true && <Callout tone="bad">{t.lastAdmin}</Callout>}
    >
      {t.removeText}
    </ConfirmDialog>
  );
}
