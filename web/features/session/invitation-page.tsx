import { useState } from "react";
import { ApiFailure } from "../../api/api-failure.ts";
import { call } from "../../api/client.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { FieldRow, Form, SubmitButton } from "../../ui/form/form.tsx";
import { PasswordField, TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { LinkGone } from "./link-gone.tsx";
import { VisitorFrame } from "./visitor-frame.tsx";
import { sessionMessages } from "./messages.ts";
import classes from "./session.module.css";

/** Opening the link changes nothing; only the button accepts. */
export function InvitationPage({ token }: { token: string }) {
  const t = useMessages(sessionMessages);
  const [isGone, setGone] = useState(false);
  return (
    <VisitorFrame title={t.invitation.title}>
      {isGone ? (
        <LinkGone title={t.invitation.gone} text={t.invitation.goneText} />
      ) : (
        <AcceptForm token={token} onGone={() => setGone(true)} />
      )}
    </VisitorFrame>
  );
}

function AcceptForm({ token, onGone }: { token: string; onGone: () => void }) {
  const t = useMessages(sessionMessages);
  const form = useApiForm({
    initial: { firstName: "", lastName: "", password: "" },
    messages: {
      password: t.invitation.password,
      "conflict email": t.invitation.member,
      "rate_limited sign-in": t.tooMany,
    },
    send: async (values) => {
      try {
        const { email, company } = await call("POST /api/v1/invitations/{token}/accept", {
          params: { token },
          body: values,
        });
        await enter({ email, password: values.password, tenant: company.tenant });
      } catch (error) {
        if (!(error instanceof ApiFailure && error.code === "not_found")) throw error;
        onGone();
      }
    },
  });
  return (
    <>
      <h1>{t.invitation.title}</h1>
      <p className={classes["lead"]}>{t.invitation.text}</p>
      <Form form={form}>
        <FieldRow>
          <TextField form={form} name="firstName" label={t.firstName} autoComplete="given-name" isOptional isFirst />
          <TextField form={form} name="lastName" label={t.lastName} autoComplete="family-name" isOptional />
        </FieldRow>
        <PasswordField
          form={form}
          name="password"
          label={t.password}
          hint={t.invitation.passwordHint}
          autoComplete="new-password"
          toggleLabel={t.showPassword}
        />
        <SubmitButton form={form} fullWidth size="lg">
          {t.invitation.accept}
        </SubmitButton>
      </Form>
    </>
  );
}

/** An account with two-factor sign-in has to sign in by itself. */
async function enter({ email, password, tenant }: { email: string; password: string; tenant: string }): Promise<void> {
  const home = `/app/${tenant}/`;
  try {
    await call("POST /api/v1/session", { body: { email, password } });
    location.replace(home);
  } catch {
    location.replace(`/app/sign-in?next=${encodeURIComponent(home)}`);
  }
}
