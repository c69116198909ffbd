import { Button } from "@mantine/core";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { DialogFoot, FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { Form } from "../../../ui/form/form.tsx";
import { PasswordField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { accountMessages } from "./messages.ts";
import classes from "./account.module.css";

type DisableProps = { readonly isOpen: boolean; readonly onClose: () => void; readonly onDisabled: () => void };

export function DisableTwoFactorDialog({ isOpen, ...rest }: DisableProps) {
  const t = useMessages(accountMessages).twoFactor;
  return (
    <FormDialog isOpen={isOpen} onClose={rest.onClose} title={t.disableTitle}>
      <DisableForm {...rest} />
    </FormDialog>
  );
}

function DisableForm({ onClose, onDisabled }: Omit<DisableProps, "isOpen">) {
  const { twoFactor: t, password: messages } = useMessages(accountMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const disable = useChange("DELETE /api/v1/session/totp", { refresh: ["GET /api/v1/sessions"] });
  const form = useApiForm({
    initial: { password: "", code: "" },
    messages: { password: messages.wrong, code: t.codeWrong, "rate_limited sign-in": messages.tooMany },
    send: async ({ password, code }) => {
      await disable.mutateAsync({ body: { password, code: code.trim() } });
      toast.done(t.disabled);
      onDisabled();
    },
  });
  return (
    <Form
      form={form}
      foot={
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {ui.cancel}
          </Button>
          <Button type="submit" color="red" loading={form.formState.isSubmitting}>
            {t.disableDo}
          </Button>
        </DialogFoot>
      }
    >
      <PasswordField
        form={form}
        name="password"
        label={t.password}
        autoComplete="current-password"
        toggleLabel={messages.show}
      />
      <TextField form={form} name="code" label={t.codeOrRecovery} autoComplete="one-time-code" width={240} />
    </Form>
  );
}

type CodesProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (codes: readonly string[]) => void;
};

export function NewCodesDialog({ isOpen, ...rest }: CodesProps) {
  const t = useMessages(accountMessages).twoFactor;
  return (
    <FormDialog isOpen={isOpen} onClose={rest.onClose} title={t.newCodesTitle}>
      <CodesForm {...rest} />
    </FormDialog>
  );
}

function CodesForm({ onClose, onCreated }: Omit<CodesProps, "isOpen">) {
  const { twoFactor: t, password: messages } = useMessages(accountMessages);
  const create = useChange("POST /api/v1/session/totp/recovery-codes");
  const form = useApiForm({
    initial: { password: "", code: "" },
    messages: { password: messages.wrong, code: t.codeWrong, "rate_limited sign-in": messages.tooMany },
    send: async ({ password, code }) => {
      const body = { password, code: code.trim() };
      onCreated((await create.mutateAsync({ body })).recoveryCodes);
    },
  });
  return (
    <DialogForm form={form} submit={t.newCodesDo} onClose={onClose}>
      <p className={classes["text"]}>{t.newCodesText}</p>
      <PasswordField
        form={form}
        name="password"
        label={t.password}
        autoComplete="current-password"
        toggleLabel={messages.show}
      />
      <TextField form={form} name="code" label={t.codeOrRecovery} autoComplete="one-time-code" width={240} />
    </DialogForm>
  );
}
