import { useState } from "react";
import { ApiFailure } from "../../api/api-failure.ts";
import { call } from "../../api/client.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Form, SubmitButton } from "../../ui/form/form.tsx";
import { PasswordField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { LinkGone } from "./link-gone.tsx";
import { VisitorFrame } from "./visitor-frame.tsx";
import { sessionMessages } from "./messages.ts";
import classes from "./session.module.css";

/** The page of the link in a password reset e-mail. */
export function ResetPage({ token }: { token: string }) {
  const t = useMessages(sessionMessages);
  const [state, setState] = useState<"form" | "done" | "gone">("form");
  return (
    <VisitorFrame title={t.reset.title}>
      {state === "form" && <ResetForm token={token} onState={setState} />}
      {state === "gone" && <LinkGone title={t.reset.gone} text={t.reset.goneText} />}
      {state === "done" && (
        <>
          <h1>{t.reset.done}</h1>
          <p className={classes["lead"]}>{t.reset.doneText}</p>
          <p className={classes["note"]}>
            <a href="/app/sign-in">{t.reset.signIn}</a>
          </p>
        </>
      )}
    </VisitorFrame>
  );
}

function ResetForm({ token, onState }: { token: string; onState: (state: "done" | "gone") => void }) {
  const t = useMessages(sessionMessages);
  const form = useApiForm({
    initial: { password: "" },
    messages: { password: t.reset.weak },
    send: async (body) => {
      try {
        await call("POST /api/v1/password-reset/{token}", { params: { token }, body });
        onState("done");
      } catch (error) {
        if (!(error instanceof ApiFailure && error.code === "not_found")) throw error;
        onState("gone");
      }
    },
  });
  return (
    <>
      <h1>{t.reset.title}</h1>
      <p className={classes["lead"]}>{t.reset.text}</p>
      <Form form={form}>
        <PasswordField
          form={form}
          name="password"
          label={t.reset.password}
          hint={t.reset.passwordHint}
          autoComplete="new-password"
          toggleLabel={t.showPassword}
        />
        <SubmitButton form={form} fullWidth size="lg">
          {t.reset.save}
        </SubmitButton>
      </Form>
    </>
  );
}
