import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { read, useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { namedOptions } from "../../../ui/choices/options.ts";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { formsMessages } from "../messages.ts";

/** A form with the e-mail field only, not published. */
export function AddFormForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(formsMessages);
  const toast = useToasts();
  const navigate = useNavigate();
  const { shops, options } = useShops();
  const lists = useQuery(read("GET /lists", { query: { pageSize: 100, sort: "name" } })).data?.items ?? [];
  const purposes = useQuery(read("GET /purposes")).data?.items ?? [];
  const add = useChange("POST /forms", { refresh: ["GET /forms", "GET /onboarding"] });
  const form = useApiForm({
    initial: {
      name: "",
      shopId: shops[0]?.id ?? "",
      listIds: "",
      purposeId: purposes.find(({ isDefault }) => isDefault)?.id ?? "",
      consentText: t.form.consentDefault,
    },
    messages: { "conflict name": t.form.taken, "validation listIds": t.form.listNeeded },
    send: async ({ name, shopId, listIds, purposeId, consentText }) => {
      const { id } = await add.mutateAsync({
        body: {
          name,
          shopId,
          listIds: listIds === "" ? [] : [listIds],
          purposeId: purposeId === "" ? null : purposeId,
          consentText,
          status: "inactive",
        },
      });
      toast.done(t.form.created);
      onClose();
      await navigate({ to: "/forms/$formId", params: { formId: id } });
    },
  });
  return (
    <DialogForm form={form} submit={t.form.create} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      {options.length > 1 && <SelectField form={form} name="shopId" label={t.form.shop} options={options} />}
      <SelectField
        form={form}
        name="listIds"
        label={t.form.list}
        options={namedOptions(lists.filter(({ locked }) => !locked))}
        isOptional
        isClearable
        isSearchable
      />
      <SelectField form={form} name="purposeId" label={t.form.purpose} options={namedOptions(purposes)} />
      <TextAreaField form={form} name="consentText" label={t.form.consentText} hint={t.form.consentTextHint} rows={3} />
    </DialogForm>
  );
}
