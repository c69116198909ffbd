import { Checkbox, MultiSelect, NumberInput, Select, Switch, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { namedOptions } from "../../../ui/choices/options.ts";
import { useListChoices, useShops } from "../../../ui/choices/use-choices.ts";
import { editorMessages } from "./messages.ts";
import type { FormContent, TabProps } from "./use-form-draft.ts";
import classes from "./editor.module.css";

const ownEmail = "own";
const staleTime = 60_000;

/** Where people go and what they get after the form. */
export function AfterTab({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).after;
  const { content, change, failure } = draft;
  const { listIds, tags, shopId } = content;
  const lists = useListChoices({ editable: true });
  const { options: shops } = useShops();
  const { data: labels } = useQuery({ ...read("GET /labels"), staleTime });
  return (
    <fieldset className={classes["settings"]} disabled={!canEdit} aria-label={t.title} style={{ padding: 0 }}>
      <Select
        label={t.shop}
        data={shops}
        value={shopId}
        allowDeselect={false}
        disabled={!canEdit}
        onChange={(chosen) => change({ shopId: chosen ?? shopId })}
      />
      <MultiSelect
        label={t.lists}
        data={lists}
        value={listIds}
        placeholder={listIds.length === 0 ? t.noList : ""}
        searchable
        hidePickedOptions
        disabled={!canEdit}
        error={failure?.word.startsWith("listIds") === true ? t.listRefused : undefined}
        onChange={(next) => change({ listIds: next })}
      />
      <TagsInput
        label={t.labels}
        description={t.labelsHint}
        data={labels?.items.map(({ name }) => name) ?? []}
        value={tags}
        maxTags={50}
        disabled={!canEdit}
        acceptValueOnBlur
        onChange={(next) => change({ tags: next })}
      />
      <ConfirmationFields draft={draft} canEdit={canEdit} />
      <WelcomeFields draft={draft} canEdit={canEdit} />
      <div className={classes["group"]} role="group" aria-label={t.pages}>
        <h2>{t.pages}</h2>
        <Address
          label={t.successUrl}
          hint={t.successHint}
          value={content.successUrl}
          isRefused={failure?.word === "successUrl"}
          onChange={(successUrl) => change({ successUrl })}
        />
        <Address
          label={t.confirmedUrl}
          hint={t.confirmedHint}
          value={content.confirmedUrl}
          isRefused={failure?.word === "confirmedUrl"}
          onChange={(confirmedUrl) => change({ confirmedUrl })}
        />
      </div>
      <div className={classes["group"]} role="group" aria-label={t.protection}>
        <h2>{t.protection}</h2>
        <Checkbox
          label={t.captcha}
          description={t.captchaHint}
          checked={content.captcha}
          onChange={(event) => change({ captcha: event.currentTarget.checked })}
        />
        <NumberInput
          label={t.minFill}
          description={t.minFillHint}
          value={content.settings.minFillSeconds}
          min={0}
          max={60}
          suffix=" s"
          allowDecimal={false}
          clampBehavior="blur"
          onChange={(next) => setSettings(draft, { minFillSeconds: Math.min(60, Math.max(0, Number(next) || 0)) })}
        />
      </div>
    </fieldset>
  );
}

const setSettings = ({ content, change }: TabProps["draft"], changes: Partial<FormContent["settings"]>) =>
  change({ settings: { ...content.settings, ...changes } });

/** The e-mail that a sign-up is confirmed by, and its reminder. */
function ConfirmationFields({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).after;
  const { settings } = draft.content;
  const { data: templates } = useQuery({ ...read("GET /forms/doi-templates"), staleTime });
  const { data: senders } = useQuery({ ...read("GET /sending/setup"), staleTime });
  const { reminderHours } = settings;
  return (
    <div className={classes["group"]} role="group" aria-label={t.confirmation}>
      <h2>{t.confirmation}</h2>
      <p className={classes["text"]}>{t.confirmationText}</p>
      <Select
        label={t.template}
        data={[{ value: ownEmail, label: t.ownTemplate }, ...namedOptions(templates?.items)]}
        value={settings.doiTemplateId ?? ownEmail}
        allowDeselect={false}
        disabled={!canEdit}
        onChange={(chosen) => setSettings(draft, { doiTemplateId: chosen === ownEmail ? null : chosen })}
      />
      <Select
        label={t.sender}
        data={(senders?.senders ?? []).map(({ id, email }) => ({ value: id, label: email }))}
        value={settings.senderId}
        placeholder={t.firstSender}
        clearable
        clearButtonProps={{ "aria-label": t.firstSender }}
        disabled={!canEdit}
        onChange={(senderId) => setSettings(draft, { senderId })}
      />
      <Switch
        label={t.reminder}
        checked={reminderHours !== null}
        onChange={(event) => setSettings(draft, { reminderHours: event.currentTarget.checked ? 24 : null })}
      />
      {reminderHours !== null && (
        <NumberInput
          label={t.reminderAfter}
          value={reminderHours}
          min={1}
          max={720}
          suffix=" h"
          allowDecimal={false}
          clampBehavior="blur"
          onChange={(next) => {
            if (Number(next) >= 1 && Number(next) <= 720) setSettings(draft, { reminderHours: Number(next) });
          }}
        />
      )}
    </div>
  );
}

/** The e-mail after the confirmation. */
function WelcomeFields({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).after;
  const { welcome } = draft.content;
  const { data: templates } = useQuery({
    ...read("GET /templates", { query: { pageSize: 100, sort: "name" } }),
    staleTime,
  });
  const [first] = templates?.items ?? [];
  return (
    <div className={classes["group"]} role="group" aria-label={t.welcome}>
      <h2>{t.welcome}</h2>
      <Switch
        label={t.welcomeOn}
        description={first === undefined ? t.noTemplates : t.welcomeHint}
        checked={welcome.enabled}
        disabled={!canEdit || first === undefined}
        onChange={(event) => {
          const enabled = event.currentTarget.checked;
          draft.change({
            welcome: { enabled, templateId: welcome.templateId ?? (enabled ? (first?.id ?? null) : null) },
          });
        }}
      />
      {welcome.enabled && (
        <Select
          label={t.welcomeTemplate}
          data={namedOptions(templates?.items)}
          value={welcome.templateId}
          allowDeselect={false}
          searchable
          disabled={!canEdit}
          error={draft.failure?.word === "welcome.templateId" ? t.templateRefused : undefined}
          onChange={(templateId) => draft.change({ welcome: { ...welcome, templateId } })}
        />
      )}
    </div>
  );
}

type AddressProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string | null;
  readonly isRefused: boolean;
  readonly onChange: (value: string | null) => void;
};

function Address({ label, hint, value, isRefused, onChange }: AddressProps) {
  const t = useMessages(editorMessages).after;
  return (
    <TextInput
      type="url"
      label={label}
      description={hint}
      placeholder="https://"
      value={value ?? ""}
      error={isRefused ? t.addressRefused : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        onChange(text === "" ? null : text);
      }}
    />
  );
}
