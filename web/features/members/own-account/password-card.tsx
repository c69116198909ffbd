import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { CheckField } from "../../../ui/form/choice-fields.tsx";
import { SaveForm } from "../../../ui/form/form.tsx";
import { PasswordField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useOwnAccess } from "./access-card.tsx";
import { accountMessages } from "./messages.ts";

export function PasswordCard() {
  const t = useMessages(accountMessages).password;
  const toast = useToasts();
  const { data: access } = useOwnAccess();
  const [apps, keys] = [access?.apps.length ?? 0, access?.apiKeys.length ?? 0];
  const hint = apps + keys > 0 ? t.endAccessCount(apps, keys) : "";
  const change = useChange("POST /api/v1/session/password", {
    refresh: ["GET /api/v1/sessions", "GET /api/v1/session/access"],
  });
  const form = useApiForm({
    initial: { password: "", newPassword: "", endAccess: true },
    messages: { password: t.wrong, newPassword: t.weak, "rate_limited sign-in": t.tooMany },
    send: async (body) => {
      await change.mutateAsync({ body });
      toast.done(t.changed);
      form.reset();
    },
  });
  return (
    <Card title={t.title}>
      <SaveForm form={form} submit={t.change}>
        <PasswordField
          form={form}
          name="password"
          label={t.current}
          autoComplete="current-password"
          toggleLabel={t.show}
        />
        <PasswordField
          form={form}
          name="newPassword"
          label={t.next}
          hint={t.nextHint}
          autoComplete="new-password"
          toggleLabel={t.show}
        />
        <CheckField form={form} name="endAccess" label={t.endAccess} hint={`${hint} ${t.endAccessHint}`.trim()} />
      </SaveForm>
    </Card>
  );
}
