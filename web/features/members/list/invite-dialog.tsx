import type { Role } from "../../../../src/kernel/access.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { RoleField } from "../role-fields.tsx";
import { roleMessages } from "../messages.ts";
import { membersMessages } from "./messages.ts";

export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(membersMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.invite}>
      <InviteForm onClose={onClose} />
    </FormDialog>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(membersMessages);
  const people = useMessages(roleMessages);
  const toast = useToasts();
  const invite = useChange("POST /invitations", { refresh: ["GET /invitations"] });
  const form = useApiForm<{ email: string; roles: Role[] }>({
    initial: { email: "", roles: ["marketing_manager"] },
    messages: {
      "conflict email": t.invitations.taken,
      "rate_limited invitation-mail": t.invitations.limited,
      roles: people.rolesTooHigh,
    },
    send: async ({ email, roles }) => {
      if (roles.length === 0) {
        form.setError("roles", { message: people.rolesNeeded });
        return;
      }
      await invite.mutateAsync({ body: { email, roles } });
      toast.done(t.invitations.sent(email));
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.invitations.send} onClose={onClose}>
      <TextField
        form={form}
        name="email"
        type="email"
        label={t.invitations.email}
        hint={t.invitations.emailHint}
        isFirst
      />
      <RoleField control={form.control} name="roles" label={people.roles} />
    </DialogForm>
  );
}
