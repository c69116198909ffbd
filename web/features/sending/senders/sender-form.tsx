import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { initialValues } from "../../../ui/form/initial-values.ts";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { useConnectionChoices } from "../connections/connection.ts";
import { connectionsMessages } from "../connections/messages.ts";
import { sendersMessages } from "./messages.ts";
import type { OutputOf } from "../../../api/operations.ts";

export type SenderState = OutputOf<"GET /deliverability/senders">["items"][number];

const orNull = (text: string) => (text === "" ? null : text);

const refresh = ["GET /deliverability/senders", "GET /sending/setup", "GET /senders", "GET /onboarding"] as const;

/** A new sender, or a change of one; a new address has to be verified. */
export function SenderForm({ sender, onClose }: { sender?: SenderState; onClose: () => void }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(sendersMessages);
  const toast = useToasts();
  const { options, chosen } = useShops();
  const connections = useConnectionChoices();
  const connectionTexts = useMessages(connectionsMessages);
  const add = useChange("POST /sending/senders", { refresh });
  const update = useChange("PATCH /sending/senders/{sender_id}", { refresh });
  const form = useApiForm({
    initial: initialValues(
      { email: "", name: "", replyTo: "", shopId: sender === undefined ? (chosen ?? "") : "", connectionId: "" },
      sender,
    ),
    messages: {
      "conflict email": t.form.taken,
      "conflict limit": t.form.limit,
      "conflict used": t.form.usedAddress,
      "rate_limited sender-mail": t.tooOften,
      email: ui.invalid.email,
      replyTo: ui.invalid.email,
    },
    fields: { "conflict used": "email" },
    send: async ({ email, name, ...chosen }) => {
      const body = {
        email,
        name,
        replyTo: orNull(chosen.replyTo),
        shopId: orNull(chosen.shopId),
        connectionId: orNull(chosen.connectionId),
      };
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
      {connections.length > 0 && (
        <SelectField
          form={form}
          name="connectionId"
          label={connectionTexts.choice}
          hint={connectionTexts.choiceHint}
          options={connections}
          isOptional
          isClearable
        />
      )}
    </DialogForm>
  );
}
