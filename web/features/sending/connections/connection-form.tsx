import { useMessages } from "../../../i18n/messages.tsx";
import { useChange } from "../../../api/queries.ts";
import { optionsOf } from "../../../ui/choices/options.ts";
import { SelectField, SwitchField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { MultiSelectField } from "../../../ui/form/multi-fields.tsx";
import { NumberField } from "../../../ui/form/number-field.tsx";
import { PasswordField, TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { refreshedByConnections, useConnectionChoices, type Connection } from "./connection.ts";
import { initialConnection, toBody, type ConnectionValues } from "./form-values.ts";
import { connectionsMessages } from "./messages.ts";
import { findPreset, findProviderHost } from "./presets.ts";
import classes from "../sending.module.css";

/** A new connection, or a change of one. The kind fills in what is the same for all customers of a service. */
export function ConnectionForm({ connection, onClose }: { connection?: Connection; onClose: () => void }) {
  const t = useMessages(connectionsMessages);
  const toast = useToasts();
  const add = useChange("POST /sending/connections", { refresh: refreshedByConnections });
  const update = useChange("PATCH /sending/connections/{connection_id}", { refresh: refreshedByConnections });
  const form = useApiForm<ConnectionValues>({
    initial: initialConnection(connection),
    messages: {
      "conflict name": t.form.taken,
      "conflict limit": t.form.most,
      "unavailable data_key": t.form.noKey,
      "forbidden own_connections": t.forbidden,
      host: t.form.privateHost,
      secret: t.form.secretMissing,
      oauth: t.form.oauthMissing,
    },
    fields: { "conflict name": "name", oauth: "refreshToken" },
    send: async (values) => {
      const body = toBody(values);
      if (connection === undefined) await add.mutateAsync({ body: { ...body, kind: values.kind } });
      else await update.mutateAsync({ params: { connection_id: connection.id }, body });
      toast.done(t.form.saved);
      onClose();
    },
  });
  const [kind, auth, provider] = [form.watch("kind"), form.watch("auth"), form.watch("provider")];
  const chosenPreset = findPreset(kind);
  const others = useConnectionChoices().filter(({ value }) => value !== connection?.id);
  const fillIn = (chosen: string) => {
    const preset = findPreset(chosen);
    if (preset === undefined) return;
    form.setValue("host", preset.host);
    form.setValue("port", preset.port);
    form.setValue("security", preset.security);
    form.setValue("auth", preset.auth);
    form.setValue("username", preset.username);
  };
  const fillInHost = (chosen: string) => {
    const host = findProviderHost(chosen);
    if (host !== undefined) form.setValue("host", host);
  };
  return (
    <DialogForm form={form} submit={connection === undefined ? t.add : t.form.save} onClose={onClose}>
      {connection === undefined && (
        <SelectField form={form} name="kind" label={t.form.kind} options={optionsOf(t.kinds)} onChosen={fillIn} />
      )}
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <TextField form={form} name="host" label={t.form.host} />
      <NumberField form={form} name="port" label={t.form.port} limits={{ min: 1, max: 65_535 }} />
      <SelectField form={form} name="security" label={t.form.security} options={optionsOf(t.form.securities)} />
      <SelectField form={form} name="auth" label={t.form.auth} options={optionsOf(t.form.auths)} />
      {auth !== "none" && <TextField form={form} name="username" label={t.form.username} />}
      {auth === "password" && (
        <PasswordField
          form={form}
          name="secret"
          label={t.form.secret}
          hint={connection?.secretSet === true ? t.form.secretKept : undefined}
          autoComplete="new-password"
          toggleLabel={t.form.show}
        />
      )}
      {auth === "xoauth2" && (
        <>
          <SelectField
            form={form}
            name="provider"
            label={t.form.provider}
            options={optionsOf(t.form.providers)}
            onChosen={fillInHost}
          />
          <TextField form={form} name="clientId" label={t.form.clientId} />
          <PasswordField
            form={form}
            name="clientSecret"
            label={t.form.clientSecret}
            hint={connection?.secretSet === true ? t.form.secretKept : undefined}
            autoComplete="new-password"
            toggleLabel={t.form.show}
          />
          <PasswordField
            form={form}
            name="refreshToken"
            label={t.form.refreshToken}
            autoComplete="new-password"
            toggleLabel={t.form.show}
          />
          {provider === "other" && <TextField form={form} name="tokenUrl" type="url" label={t.form.tokenUrl} />}
        </>
      )}
      {(chosenPreset?.streamHeader ?? null) !== null && (
        <TextField form={form} name="messageStream" label={t.form.messageStream} isOptional />
      )}
      {(chosenPreset?.hook ?? null) !== null && <p className={classes["note"]}>{t.hook}</p>}
      <NumberField form={form} name="perSecond" label={t.form.perSecond} limits={{ min: 1 }} isOptional />
      <NumberField form={form} name="perHour" label={t.form.perHour} limits={{ min: 1 }} isOptional />
      <NumberField form={form} name="perDay" label={t.form.perDay} limits={{ min: 1 }} isOptional />
      <NumberField
        form={form}
        name="connections"
        label={t.form.connections}
        hint={t.form.unlimited}
        limits={{ min: 1, max: 200 }}
        isOptional
      />
      {others.length > 0 && (
        <MultiSelectField
          form={form}
          name="fallback"
          label={t.form.fallback}
          hint={t.form.fallbackHint}
          options={others}
        />
      )}
      <SwitchField form={form} name="enabled" label={t.form.enabled} />
      <SwitchField form={form} name="isDefault" label={t.form.isDefault} />
    </DialogForm>
  );
}
