import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { SelectField } from "../form/choice-fields.tsx";
import { DialogForm } from "../form/dialog-form.tsx";
import { TextField } from "../form/text-fields.tsx";
import { useApiForm } from "../form/use-api-form.ts";
import { useToasts } from "../state/toasts.tsx";
import { uiMessages } from "../messages.ts";
import type { CustomField, FieldValues } from "./custom-field.ts";
import { OptionFields } from "./option-fields.tsx";
import { customFieldMessages } from "./messages.ts";

const types = ["text", "textarea", "number", "date", "bool", "select", "multiselect", "url"] as const;

const hasOptions = (type: CustomField["type"]) => type === "select" || type === "multiselect";

type Props = {
  readonly field: CustomField | undefined;
  readonly onClose: () => void;
  /** The proposed name of a new field. */
  readonly name?: string;
  readonly onAdded?: (field: CustomField) => void;
};

export function FieldForm({ field, onClose, name: proposed = "", onAdded }: Props) {
  const t = useMessages(customFieldMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const add = useChange("POST /custom-fields", { refresh: ["GET /custom-fields", "GET /export-fields"] });
  const update = useChange("PATCH /custom-fields/{id}", { refresh: ["GET /custom-fields", "GET /running-actions"] });
  const form = useApiForm<FieldValues>({
    initial: {
      name: field?.name ?? proposed,
      type: field?.type ?? "text",
      options: field?.options ?? [{ name: "" }, { name: "" }],
    },
    messages: { "conflict name": t.form.taken, "conflict limit": t.form.limit, options: t.form.optionsInvalid },
    fields: { "validation options": "options" },
    send: async ({ name, type, options: given }) => {
      const options = hasOptions(type) ? { options: given.filter((option) => option.name.trim() !== "") } : {};
      if (field === undefined) onAdded?.(await add.mutateAsync({ body: { name, type, ...options } }));
      else await update.mutateAsync({ params: { id: field.id }, body: { name, ...options } });
      toast.done(t.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={field === undefined ? t.add : ui.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <SelectField
        form={form}
        name="type"
        label={t.form.type}
        hint={t.form.typeHint}
        options={types.map((type) => ({ value: type, label: t.types[type] }))}
        isDisabled={field !== undefined}
      />
      {hasOptions(form.watch("type")) && <OptionFields form={form} />}
    </DialogForm>
  );
}
