import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { TaggedTextField } from "../../../editor/tags/tagged-text-field.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { ShopField } from "../../../ui/choices/shop-field.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextAreaField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import type { TemplateRow } from "./template-row.ts";
import { templatesMessages } from "./messages.ts";

type Props = { readonly template: TemplateRow; readonly isOpen: boolean; readonly onClose: () => void };

export function TemplateSettingsDialog({ template, isOpen, onClose }: Props) {
  const t = useMessages(templatesMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.settings}>
      <SettingsForm template={template} onClose={onClose} />
    </FormDialog>
  );
}

function SettingsForm({ template, onClose }: Omit<Props, "isOpen">) {
  const t = useMessages(templatesMessages);
  const toast = useToasts();
  const { data: footers } = useQuery(read("GET /footers", { query: { pageSize: 100 } }));
  const update = useChange("PATCH /templates/{template_id}", {
    refresh: ["GET /templates", "GET /templates/{template_id}"],
  });
  const { name, subject, preheader, description } = template;
  const form = useApiForm({
    initial: {
      name,
      subject,
      preheader,
      description,
      shopId: template.shopId ?? "",
      footerId: template.footerId ?? "",
    },
    messages: { "conflict name": t.form.nameTaken },
    send: async ({ shopId, footerId, ...values }) => {
      const body = {
        ...values,
        shopId: shopId === "" ? null : shopId,
        footerId: footerId === "" ? null : footerId,
      };
      await update.mutateAsync({ params: { template_id: template.id }, body });
      toast.done(t.form.saved);
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={t.form.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <TaggedTextField form={form} name="subject" label={t.form.subject} isOptional />
      <TaggedTextField form={form} name="preheader" label={t.form.preheader} hint={t.form.preheaderHint} isOptional />
      <ShopField form={form} name="shopId" />
      <SelectField
        form={form}
        name="footerId"
        label={t.form.footer}
        options={[
          { value: "", label: t.form.footerNone },
          ...(footers?.items ?? []).map((footer) => ({ value: footer.id, label: footer.name })),
        ]}
      />
      <TextAreaField form={form} name="description" label={t.form.description} rows={3} isOptional />
    </DialogForm>
  );
}
