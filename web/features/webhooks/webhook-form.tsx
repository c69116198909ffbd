import { useChange } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { optionsOf } from "../../ui/choices/options.ts";
import { CheckField, SelectField } from "../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../ui/form/dialog-form.tsx";
import { FieldRow } from "../../ui/form/form.tsx";
import { PasswordField, TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { choiceOf } from "../../ui/grid/use-grid.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { uiMessages } from "../../ui/messages.ts";
import type { Webhook } from "./webhook.ts";
import { webhooksMessages } from "./messages.ts";

type Props = {
  readonly webhook: Webhook | undefined;
  readonly silentEvents: readonly string[];
  readonly onClose: () => void;
};

export function WebhookForm({ webhook, silentEvents, onClose }: Props) {
  const t = useMessages(webhooksMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const refresh = ["GET /account-webhooks"] as const;
  const add = useChange("POST /account-webhooks", { refresh });
  const update = useChange("PATCH /account-webhooks/{webhook_id}", { refresh });
  const form = useApiForm({
    initial: {
      url: webhook?.url ?? "",
      event: webhook?.event ?? "new_contact",
      hasAuth: webhook !== undefined && webhook.basicAuth !== null,
      login: webhook?.basicAuth?.login ?? "",
      password: "",
    },
    messages: {
      url: t.form.urlInvalid,
      "conflict url": t.form.urlTaken,
      "conflict limit": t.form.limit,
      basicAuth: t.form.authInvalid,
      "unavailable data_key": t.form.unavailable,
    },
    fields: { "validation basicAuth": "login" },
    send: async ({ url, event: chosen, hasAuth, login, password }) => {
      const event = choiceOf(t.events, chosen) ?? "new_contact";
      const body = { url, event, basicAuth: hasAuth ? { login, password } : null };
      if (webhook === undefined) await add.mutateAsync({ body });
      else await update.mutateAsync({ params: { webhook_id: webhook.id }, body });
      toast.done(t.saved);
      onClose();
    },
  });
  const isSilent = silentEvents.includes(form.watch("event"));
  return (
    <DialogForm form={form} submit={webhook === undefined ? t.add : ui.save} onClose={onClose}>
      <TextField
        form={form}
        name="url"
        type="url"
        label={t.form.url}
        hint={t.form.urlHint}
        placeholder="https://"
        isFirst
      />
      <SelectField
        form={form}
        name="event"
        label={t.form.event}
        hint={isSilent ? t.silent : undefined}
        options={optionsOf(t.events)}
      />
      <CheckField form={form} name="hasAuth" label={t.form.auth} />
      {form.watch("hasAuth") && (
        <FieldRow>
          <TextField form={form} name="login" label={t.form.login} />
          <PasswordField
            form={form}
            name="password"
            label={t.form.password}
            hint={webhook?.basicAuth?.passwordSet === true ? t.form.passwordHint : undefined}
            autoComplete="new-password"
            toggleLabel={t.form.showPassword}
          />
        </FieldRow>
      )}
    </DialogForm>
  );
}
