import { useState } from "react";
import { call } from "../../api/client.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Form, SubmitButton } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { VisitorFrame } from "./visitor-frame.tsx";
import { sessionMessages } from "./messages.ts";
import classes from "./session.module.css";

/** The link in the e-mail leads to the page for the new password. */
export function ForgottenPage() {
  const t = useMessages(sessionMessages);
  const [sentTo, setSentTo] = useState<string>();
  const form = useApiForm({
    initial: { email: "" },
    send: async ({ email }) => {
      await call("POST /api/v1/password-reset", { body: { email } });
      setSentTo(email);
    },
  });
  return (
    <VisitorFrame title={t.resetTitle}>
      <h1>{sentTo === undefined ? t.resetTitle : t.sentTitle}</h1>
      <p className={classes["lead"]}>{sentTo === undefined ? t.resetText : t.sentText(sentTo)}</p>
      {sentTo === undefined && (
        <Form form={form}>
          <TextField form={form} name="email" type="email" label={t.email} autoComplete="username" />
          <SubmitButton form={form} fullWidth size="lg">
            {t.sendLink}
          </SubmitButton>
        </Form>
      )}
      <p className={classes["note"]}>
        <a href="/app/sign-in">{t.back}</a>
      </p>
    </VisitorFrame>
  );
}
