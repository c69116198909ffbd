import { useState } from "react";
import { call } from "../../api/client.ts";
import { ApiFailure } from "../../api/api-failure.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { Form, SubmitButton } from "../../ui/form/form.tsx";
import { PasswordField, TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { VisitorFrame } from "./visitor-frame.tsx";
import { sessionMessages } from "./messages.ts";
import classes from "./session.module.css";

type Credentials = { email: string; password: string };

/** First the password; the code is asked for only where the account has two-factor sign-in. */
export function SignInPage() {
  const [credentials, setCredentials] = useState<Credentials>();
  return (
    <VisitorFrame>
      {credentials === undefined ? (
        <PasswordStep onCodeNeeded={setCredentials} />
      ) : (
        <CodeStep credentials={credentials} onBack={() => setCredentials(undefined)} />
      )}
    </VisitorFrame>
  );
}

/** Only addresses of the app itself, so that a link cannot lead elsewhere. */
function enter(): void {
  const next = new URLSearchParams(location.search).get("next") ?? "";
  location.replace(/^\/app\/[^/\\]/.test(next) ? next : "/app");
}

function PasswordStep({ onCodeNeeded }: { onCodeNeeded: (credentials: Credentials) => void }) {
  const t = useMessages(sessionMessages);
  const form = useApiForm({
    initial: { email: "", password: "" },
    messages: { "unauthorized credentials": t.wrong, "rate_limited sign-in": t.tooMany, password: t.wrong },
    fields: { "unauthorized credentials": "password" },
    send: async (values) => {
      try {
        await call("POST /api/v1/session", { body: values });
        enter();
      } catch (error) {
        if (!(error instanceof ApiFailure && error.is("unauthorized code"))) throw error;
        onCodeNeeded(values);
      }
    },
  });
  return (
    <>
      <h1>{t.title}</h1>
      <p className={classes["lead"]}>{t.welcome}</p>
      <Form form={form}>
        <TextField form={form} name="email" type="email" label={t.email} autoComplete="username" isFirst />
        <div>
          <PasswordField
            form={form}
            name="password"
            label={t.password}
            autoComplete="current-password"
            toggleLabel={t.showPassword}
          />
          <a className={classes["forgotten"]} href="/app/forgotten">
            {t.forgotten}
          </a>
        </div>
        <SubmitButton form={form} fullWidth size="lg">
          {t.signIn}
        </SubmitButton>
      </Form>
      <p className={classes["note"]}>{t.invited}</p>
    </>
  );
}

function CodeStep({ credentials, onBack }: { credentials: Credentials; onBack: () => void }) {
  const t = useMessages(sessionMessages);
  const form = useApiForm({
    initial: { code: "" },
    messages: { "unauthorized code": t.codeWrong, "rate_limited sign-in": t.tooMany },
    fields: { "unauthorized code": "code", "unauthorized credentials": "code" },
    send: async ({ code }) => {
      await call("POST /api/v1/session", { body: { ...credentials, code: code.trim() } });
      enter();
    },
  });
  return (
    <>
      <h1>{t.codeTitle}</h1>
      <p className={classes["lead"]}>{t.codeText}</p>
      <Form form={form}>
        <TextField form={form} name="code" label={t.code} autoComplete="one-time-code" />
        <SubmitButton form={form} fullWidth size="lg">
          {t.confirm}
        </SubmitButton>
      </Form>
      <p className={classes["note"]}>
        <button type="button" className={classes["link"]} onClick={onBack}>
          {t.back}
        </button>
      </p>
    </>
  );
}
