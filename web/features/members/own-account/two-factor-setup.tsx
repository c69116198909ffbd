import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { QrCode } from "../../../ui/display/qr-code.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { PasswordField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { accountMessages } from "./messages.ts";
import classes from "./account.module.css";

type Secret = OutputOf<"POST /api/v1/session/totp">;
type Props = { readonly onClose: () => void; readonly onEnabled: (codes: readonly string[]) => void };

/** First the password, then the secret and a code that proves that the app has it. */
export function TwoFactorSetupDialog({ isOpen, ...rest }: Props & { isOpen: boolean }) {
  const t = useMessages(accountMessages).twoFactor;
  return (
    <FormDialog isOpen={isOpen} onClose={rest.onClose} title={t.title}>
      <Setup {...rest} />
    </FormDialog>
  );
}

function Setup(props: Props) {
  const [secret, setSecret] = useState<Secret>();
  if (secret === undefined) return <PasswordStep onClose={props.onClose} onSecret={setSecret} />;
  return <CodeStep secret={secret} {...props} />;
}

function PasswordStep({ onClose, onSecret }: { onClose: () => void; onSecret: (secret: Secret) => void }) {
  const { twoFactor: t, password: messages } = useMessages(accountMessages);
  const begin = useChange("POST /api/v1/session/totp");
  const form = useApiForm({
    initial: { password: "" },
    messages: {
      password: messages.wrong,
      "rate_limited sign-in": messages.tooMany,
      "unavailable data_key": t.unavailable,
    },
    send: async (body) => onSecret(await begin.mutateAsync({ body })),
  });
  return (
    <DialogForm form={form} submit={t.next} onClose={onClose}>
      <PasswordField
        form={form}
        name="password"
        label={t.password}
        autoComplete="current-password"
        toggleLabel={messages.show}
      />
    </DialogForm>
  );
}

function CodeStep({ secret, onClose, onEnabled }: Props & { secret: Secret }) {
  const { twoFactor: t, password: messages } = useMessages(accountMessages);
  const confirm = useChange("POST /api/v1/session/totp/confirm", { refresh: ["GET /api/v1/sessions"] });
  const form = useApiForm({
    initial: { code: "" },
    messages: { code: t.codeWrong, "rate_limited sign-in": messages.tooMany },
    send: async ({ code }) => {
      const { recoveryCodes } = await confirm.mutateAsync({ body: { code: code.replaceAll(/\s/g, "") } });
      onEnabled(recoveryCodes);
    },
  });
  return (
    <DialogForm form={form} submit={t.confirm} onClose={onClose}>
      <div className={classes["setup"]}>
        <QrCode text={secret.url} label={t.qr} />
        <div>
          <p>{t.scan}</p>
          <p>{t.secret}</p>
          <div className={classes["secret"]}>
            <code>{secret.secret}</code>
            <CopyButton text={secret.secret} name={t.secretName} />
          </div>
        </div>
      </div>
      <TextField form={form} name="code" label={t.code} autoComplete="one-time-code" width={160} isFirst />
    </DialogForm>
  );
}
