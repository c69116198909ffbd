import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { consentsMessages } from "./messages.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type Purpose = OutputOf<"GET /purposes">["items"][number];

export function AddPurposeForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(consentsMessages);
  const toast = useToasts();
  const add = useChange("POST /purposes", { refresh: ["GET /purposes"] });
  const form = useApiForm<{ name: string; description: string; validMonths: number | "" }>({
    initial: { name: "", description: "", validMonths: "" },
    messages: { "conflict name": t.form.taken },
    send: async ({ validMonths, ...texts }) => {
      await add.mutateAsync({ body: { ...texts, ...(validMonths === "" ? {} : { validMonths }) } });
      toast.done(t.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.add} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <TextAreaField form={form} name="description" label={t.form.description} hint={t.form.descriptionHint} rows={3} />
      <NumberField
        form={form}
        name="validMonths"
        label={t.form.validMonths}
        hint={t.form.validHint}
        limits={{ min: 1, max: 240 }}
        isOptional
      />
    </DialogForm>
  );
}

export function EditPurposeForm({ purpose, onClose }: { purpose: Purpose; onClose: () => void }) {
  const t = useMessages(consentsMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const update = useChange("PATCH /purposes/{id}", { refresh: ["GET /purposes"] });
  const form = useApiForm({
    initial: { name: purpose.name, description: purpose.description },
    messages: { "conflict name": t.form.taken },
    send: async (body) => {
      await update.mutateAsync({ params: { id: purpose.id }, body });
      toast.done(t.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={ui.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <TextAreaField form={form} name="description" label={t.form.description} hint={t.form.descriptionHint} rows={3} />
    </DialogForm>
  );
}
