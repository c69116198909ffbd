import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useListChoices, usePurposeChoices, useShops } from "../../../ui/choices/use-choices.ts";
import { ShopField } from "../../../ui/choices/shop-field.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { CheckField, SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { contactFieldMessages } from "../../../ui/names/contact-fields.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { contactsMessages } from "../messages.ts";

export function AddContactDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(contactsMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.add}>
      <AddContactForm onClose={onClose} />
    </FormDialog>
  );
}

function AddContactForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(contactsMessages);
  const names = useMessages(contactFieldMessages);
  const toast = useToasts();
  const lists = useListChoices({ editable: true });
  const purposes = usePurposeChoices();
  const add = useChange("POST /contacts", { refresh: ["GET /contacts"] });
  const { chosen } = useShops();
  const initialPurpose = purposes[0]?.value ?? "";
  const form = useApiForm({
    initial: {
      email: "",
      firstName: "",
      lastName: "",
      shopId: chosen ?? "",
      purposeId: initialPurpose,
      listId: "",
      consentConfirmed: false,
    },
    messages: {
      "conflict email": t.form.taken,
      "conflict erased": t.form.erased,
      consentConfirmed: t.form.consentNeeded,
    },
    fields: { "conflict erased": "email" },
    send: async ({ email, firstName, lastName, shopId, purposeId, listId, consentConfirmed }) => {
      if (!consentConfirmed) {
        form.setError("consentConfirmed", { message: t.form.consentNeeded }, { shouldFocus: true });
        return;
      }
      await add.mutateAsync({
        body: {
          email,
          purposeId,
          consentConfirmed,
          ...(firstName === "" ? {} : { firstName }),
          ...(lastName === "" ? {} : { lastName }),
          ...(shopId === "" ? {} : { shopId }),
          ...(listId === "" ? {} : { listIds: [listId] }),
        },
      });
      toast.done(t.form.added(email));
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.add} onClose={onClose}>
      <TextField form={form} name="email" type="email" label={names.email} isFirst />
      <TextField form={form} name="firstName" label={names.firstName} isOptional />
      <TextField form={form} name="lastName" label={names.lastName} isOptional />
      <ShopField form={form} name="shopId" />
      <SelectField form={form} name="purposeId" label={t.form.purpose} options={purposes} />
      <SelectField form={form} name="listId" label={t.form.list} options={lists} isOptional isClearable isSearchable />
      <CheckField form={form} name="consentConfirmed" label={t.form.consent} />
    </DialogForm>
  );
}
