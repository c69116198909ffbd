import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { ColorField } from "../../ui/form/color-field.tsx";
import { DialogForm } from "../../ui/form/dialog-form.tsx";
import { TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { labelsMessages } from "./messages.ts";
import type { OutputOf } from "../../api/operations.ts";

export type Label = OutputOf<"GET /labels">["items"][number];

export function LabelForm({ label, onClose }: { label: Label | undefined; onClose: () => void }) {
  const t = useMessages(labelsMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const refresh = ["GET /labels", "GET /grid-tags"] as const;
  const add = useChange("POST /labels", { refresh });
  const update = useChange("PATCH /labels/{label_id}", { refresh });
  const form = useApiForm({
    initial: { name: label?.name ?? "", color: label?.color ?? "" },
    messages: { "conflict name": t.form.taken, "conflict limit": t.form.limit, color: t.form.colorInvalid },
    send: async ({ name, color }) => {
      const body = { name, ...(color === "" ? {} : { color: color.toLowerCase() }) };
      if (label === undefined) await add.mutateAsync({ body });
      else await update.mutateAsync({ params: { label_id: label.id }, body });
      toast.done(t.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={label === undefined ? t.add : ui.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <ColorField form={form} name="color" label={t.form.color} swatchLabel={t.form.pick} isOptional />
    </DialogForm>
  );
}
