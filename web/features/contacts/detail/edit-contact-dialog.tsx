import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { contactFieldMessages } from "../../../ui/names/contact-fields.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { Contact } from "../appearance.ts";
import { detailMessages } from "./messages.ts";

const fields = ["firstName", "lastName", "company", "phone", "mobile", "street", "city", "postalCode"] as const;

type Props = { readonly contact: Contact; readonly isOpen: boolean; readonly onClose: () => void };

export function EditContactDialog({ contact, isOpen, onClose }: Props) {
  const t = useMessages(detailMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.form.title}>
      <EditForm contact={contact} onClose={onClose} />
    </FormDialog>
  );
}

function EditForm({ contact, onClose }: Omit<Props, "isOpen">) {
  const t = useMessages(detailMessages);
  const names = useMessages(contactFieldMessages);
  const toast = useToasts();
  const update = useChange("PATCH /contacts/{id}", { refresh: ["GET /contacts", "GET /contacts/{id}"] });
  const { firstName, lastName, company, phone, mobile, street, city, postalCode } = contact;
  const form = useApiForm({
    initial: { firstName, lastName, company, phone, mobile, street, city, postalCode },
    send: async (values) => {
      await update.mutateAsync({ params: { id: contact.id }, body: values });
      toast.done(t.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.save} onClose={onClose}>
      {fields.map((name) => (
        <TextField key={name} form={form} name={name} label={names[name]} isOptional />
      ))}
    </DialogForm>
  );
}
