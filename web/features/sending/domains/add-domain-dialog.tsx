import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { SwitchField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { domainsMessages } from "./messages.ts";

export function AddDomainDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useMessages(domainsMessages);
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={t.add}>
      <AddDomainForm onClose={onClose} />
    </FormDialog>
  );
}

/** The new domain's page shows its records. */
function AddDomainForm({ onClose }: { onClose: () => void }) {
  const t = useMessages(domainsMessages);
  const navigate = useNavigate();
  const add = useChange("POST /sending/domains", { refresh: ["GET /sending/setup", "GET /onboarding"] });
  const form = useApiForm({
    initial: { domain: "", warmUp: true },
    messages: {
      domain: t.form.invalid,
      "conflict name": t.form.taken,
      "conflict limit": t.form.limit,
      "unavailable data_key": t.form.noKey,
    },
    fields: { "conflict name": "domain" },
    send: async ({ domain, warmUp }) => {
      const { id } = await add.mutateAsync({ body: { domain, warmUp } });
      onClose();
      await navigate({ to: "/deliverability/domains/$domainId", params: { domainId: id } });
    },
  });
  return (
    <DialogForm form={form} submit={t.add} onClose={onClose}>
      <TextField form={form} name="domain" label={t.form.domain} hint={t.form.domainHint} isFirst />
      <SwitchField form={form} name="warmUp" label={t.form.warmUp} hint={t.form.warmUpHint} />
    </DialogForm>
  );
}
