import { useEffect, useState } from "react";
import { call, connect } from "../api/client.ts";
import { useMessages } from "../i18n/messages.tsx";
import { FormDialog } from "../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../ui/form/dialog-form.tsx";
import { PasswordField } from "../ui/form/text-fields.tsx";
import { useApiForm } from "../ui/form/use-api-form.ts";
import { appMessages } from "./messages.ts";
import classes from "./identity-dialog.module.css";

type Question = { readonly answer: (isConfirmed: boolean) => void };

/** Asks for the password when an operation needs a fresh proof of identity; the client then repeats the operation. */
export function IdentityDialog() {
  const t = useMessages(appMessages).identity;
  const [question, setQuestion] = useState<Question>();
  useEffect(() => connect({ confirmIdentity: () => new Promise((answer) => setQuestion({ answer })) }), []);
  const close = (isConfirmed: boolean) => {
    setQuestion(undefined);
    question?.answer(isConfirmed);
  };
  return (
    <FormDialog isOpen={question !== undefined} onClose={() => close(false)} title={t.title} isAboveOthers>
      <PasswordForm onConfirmed={() => close(true)} onClose={() => close(false)} />
    </FormDialog>
  );
}

function PasswordForm({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const t = useMessages(appMessages).identity;
  const form = useApiForm({
    initial: { password: "" },
    messages: { password: t.wrong, "rate_limited sign-in": t.tooMany },
    send: async ({ password }) => {
      await call("POST /api/v1/session/confirm", { body: { password } });
      onConfirmed();
    },
  });
  return (
    <DialogForm form={form} submit={t.confirm} onClose={onClose}>
      <p className={classes["text"]}>{t.text}</p>
      <PasswordField
        form={form}
        name="password"
        label={t.password}
        autoComplete="current-password"
        toggleLabel={t.show}
      />
    </DialogForm>
  );
}
