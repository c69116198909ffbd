import type { OutputOf } from "../../../api/operations.ts";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { CheckField, SelectField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { FieldRow } from "../../../ui/form/form.tsx";
import { PasswordField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { uiMessages } from "../../../ui/messages.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { mailboxesMessages } from "./messages.ts";

export type Mailbox = OutputOf<"GET /sending/mailboxes">["items"][number];

const refresh = ["GET /sending/mailboxes"] as const;

/** Where Microsoft and Google give access tokens, and for what. */
const tokenProviders = {
  microsoft: {
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    scope: "https://outlook.office.com/IMAP.AccessAsUser.All offline_access",
  },
  google: { tokenUrl: "https://oauth2.googleapis.com/token", scope: "" },
};

const providerOf = (tokenUrl: string | undefined): "microsoft" | "google" | "other" => {
  if (tokenUrl === undefined || tokenUrl === tokenProviders.microsoft.tokenUrl) return "microsoft";
  return tokenUrl === tokenProviders.google.tokenUrl ? "google" : "other";
};

export function MailboxForm({ mailbox, onClose }: { mailbox: Mailbox | undefined; onClose: () => void }) {
  const t = useMessages(mailboxesMessages);
  const ui = useMessages(uiMessages);
  const toast = useToasts();
  const add = useChange("POST /sending/mailboxes", { refresh });
  const update = useChange("PATCH /sending/mailboxes/{mailbox_id}", { refresh });
  const form = useApiForm({
    initial: {
      name: mailbox?.name ?? "",
      host: mailbox?.host ?? "",
      port: String(mailbox?.port ?? 993),
      security: mailbox?.security ?? "tls",
      auth: mailbox?.auth ?? "password",
      username: mailbox?.username ?? "",
      password: "",
      provider: providerOf(mailbox?.oauth?.tokenUrl),
      tokenUrl: mailbox?.oauth?.tokenUrl ?? "",
      clientId: mailbox?.oauth?.clientId ?? "",
      clientSecret: "",
      refreshToken: "",
      folder: mailbox?.folder ?? "INBOX",
      address: mailbox?.address ?? "",
      subaddresses: mailbox?.subaddresses ?? false,
      enabled: mailbox?.enabled ?? true,
    },
    messages: {
      host: t.hostInvalid,
      password: t.secretMissing,
      "conflict limit": t.limit,
      "unavailable data_key": t.unavailable,
    },
    fields: { "validation oauth": "refreshToken", "validation oauth.tokenUrl": "tokenUrl" },
    send: async ({ provider, tokenUrl, clientId, clientSecret, refreshToken, password, port, address, ...rest }) => {
      const place = provider === "other" ? { tokenUrl, scope: mailbox?.oauth?.scope ?? "" } : tokenProviders[provider];
      const oauth = refreshToken === "" ? {} : { oauth: { ...place, clientId, clientSecret, refreshToken } };
      const secret = rest.auth === "xoauth2" ? oauth : { password };
      const body = { ...rest, ...secret, port: Number(port), address: address === "" ? null : address };
      if (mailbox === undefined) await add.mutateAsync({ body });
      else await update.mutateAsync({ params: { mailbox_id: mailbox.id }, body });
      toast.done(t.saved);
      onClose();
    },
  });
  const keepHint = mailbox === undefined ? undefined : t.form.keep;
  const isOAuth = form.watch("auth") === "xoauth2";
  return (
    <DialogForm form={form} submit={mailbox === undefined ? t.add : ui.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <FieldRow>
        <TextField form={form} name="host" label={t.form.host} placeholder="imap.example.com" />
        <TextField form={form} name="port" label={t.form.port} />
      </FieldRow>
      <FieldRow>
        <SelectField form={form} name="security" label={t.form.security} options={optionsOf(t.form.securities)} />
        <SelectField form={form} name="auth" label={t.form.auth} options={optionsOf(t.form.auths)} />
      </FieldRow>
      <FieldRow>
        <TextField form={form} name="username" label={t.form.username} />
        {!isOAuth && (
          <PasswordField
            form={form}
            name="password"
            label={t.form.password}
            hint={keepHint}
            autoComplete="new-password"
            toggleLabel={t.form.show}
          />
        )}
      </FieldRow>
      {isOAuth && (
        <>
          <SelectField form={form} name="provider" label={t.form.provider} options={optionsOf(t.form.providers)} />
          {form.watch("provider") === "other" && (
            <TextField form={form} name="tokenUrl" type="url" label={t.form.tokenUrl} placeholder="https://" />
          )}
          <FieldRow>
            <TextField form={form} name="clientId" label={t.form.clientId} />
            <PasswordField
              form={form}
              name="clientSecret"
              label={t.form.clientSecret}
              autoComplete="new-password"
              toggleLabel={t.form.show}
            />
          </FieldRow>
          <PasswordField
            form={form}
            name="refreshToken"
            label={t.form.refreshToken}
            hint={keepHint}
            autoComplete="new-password"
            toggleLabel={t.form.show}
          />
        </>
      )}
      <FieldRow>
        <TextField form={form} name="folder" label={t.form.folder} />
        <TextField form={form} name="address" label={t.form.address} hint={t.form.addressHint} />
      </FieldRow>
      {form.watch("address") !== "" && <CheckField form={form} name="subaddresses" label={t.form.subaddresses} />}
      <CheckField form={form} name="enabled" label={t.form.enabled} />
    </DialogForm>
  );
}
