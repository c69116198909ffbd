import { useChange } from "../../../api/queries.ts";
import { useWords } from "../../../i18n/words.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiWords } from "../../../ui/words.ts";
import type { SenderState } from "./senders-page.tsx";
import { sendersWords } from "./words.ts";

const refresh = ["GET /deliverability/senders", "GET /sending/setup", "GET /senders", "GET /onboarding"] as const;

/** A new sender, or a change of one; a new address has to be verified. */
export function SenderForm({ sender, onClose }: { sender?: SenderState; onClose: () => void }) {
  const ui = useWords(uiWords);
  const t = useWords(sendersWords);
  const toast = useToasts();
  const { options } = useShops();
  const add = useChange("POST /sending/senders", { refresh });
  const update = useChange("PATCH /sending/senders/{sender_id}", { refresh });
  const form = useApiForm({
    initial: {
      email: sender?.email ?? "",
      name: sender?.name ?? "",
      replyTo: sender?.replyTo ?? "",
      shopId: sender?.shopId ?? "",
    },
    messages: {
      "conflict email": t.form.taken,
      "conflict limit": t.form.limit,
      "conflict used": t.form.usedAddress,
      "rate_limited sender-mail": t.tooOften,
      email: ui.invalid.email,
      replyTo: ui.invalid.email,
    },
    fields: { "conflict used": "email" },
    send: async ({ email, name, replyTo, shopId }) => {
      const body = { email, name, replyTo: replyTo === "" ? null : replyTo, shopId: shopId === "" ? null : shopId };
      const saved =
        sender === undefined
          ? await add.mutateAsync({ body })
          : await update.mutateAsync({ params: { sender_id: sender.id }, body });
      toast.done(saved.verified ? t.saved : t.added(saved.email));
      onClose();
    },
  });
  return (
    <DialogForm form={form} submit={sender === undefined ? t.add : t.form.save} onClose={onClose}>
      <TextField
        form={form}
        name="email"
        type="email"
        label={t.form.email}
        hint={sender === undefined ? t.form.emailHint : t.form.changed}
        isFirst
      />
      <TextField form={form} name="name" label={t.form.name} />
      <TextField form={form} name="replyTo" type="email" label={t.form.replyTo} isOptional />
      {options.length > 1 && (
        <SelectField form={form} name="shopId" label={t.form.shop} options={options} isOptional isClearable />
      )}
    </DialogForm>
  );
}
