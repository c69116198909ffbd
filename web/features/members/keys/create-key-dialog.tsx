import { covers, roles } from "../../../../src/kernel/access.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { useChange } from "../../../api/queries.ts";
import { useSession } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { RadioField, SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { RoleField } from "../role-fields.tsx";
import { roleMessages } from "../messages.ts";
import { keysMessages } from "./messages.ts";

type Created = OutputOf<"POST /api-keys">;
type Props = { readonly onClose: () => void; readonly onCreated: (key: Created) => void };

const validities = [30, 90, 180, 365, 730];

export function CreateKeyDialog({ isOpen, ...rest }: Props & { isOpen: boolean }) {
  const t = useMessages(keysMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={rest.onClose} title={t.form.title}>
      <CreateKeyForm {...rest} />
    </FormDialog>
  );
}

function CreateKeyForm({ onClose, onCreated }: Props) {
  const t = useMessages(keysMessages);
  const people = useMessages(roleMessages);
  const { company } = useSession();
  const create = useChange("POST /api-keys", { refresh: ["GET /api-keys"] });
  const offered = roles.filter((role) => covers(company.roles, [role]));
  const form = useApiForm<{ name: string; scope: "read" | "full"; roles: (typeof roles)[number][]; days: string }>({
    initial: { name: "", scope: "read", roles: [], days: "365" },
    messages: { "conflict limit": t.form.limit, roles: people.rolesTooHigh },
    send: async ({ name, scope, roles: chosen, days }) => {
      if (chosen.length === 0) {
        form.setError("roles", { message: people.rolesNeeded });
        return;
      }
      onCreated(await create.mutateAsync({ body: { name, scope, roles: chosen, validDays: Number(days) } }));
    },
  });
  return (
    <DialogForm form={form} submit={t.create} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} hint={t.form.nameHint} isFirst />
      <RadioField
        form={form}
        name="scope"
        label={t.form.scope}
        options={(["read", "full"] as const).map((scope) => ({
          value: scope,
          label: t.scopes[scope],
          note: t.scopeNotes[scope],
        }))}
      />
      <RoleField control={form.control} name="roles" label={people.roles} offered={offered} />
      <SelectField
        form={form}
        name="days"
        label={t.form.validity}
        options={validities.map((days) => ({ value: String(days), label: t.form.days(days) }))}
      />
    </DialogForm>
  );
}
