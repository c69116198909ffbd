import { Select, TextInput } from "@mantine/core";
import { optionsOf } from "../../../ui/choices/options.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { RichText } from "../../../editor/rich-text/rich-text.tsx";
import { FieldList } from "./fields/field-list.tsx";
import { editorMessages } from "./messages.ts";
import type { TabProps } from "./use-form-draft.ts";

const shopLanguage = "shop";

/** What the form says and asks. */
export function ContentTab({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).content;
  const { name, title, description, submitLabel, settings } = draft.content;
  const isOther = settings.language !== null && !(settings.language in t.languages);
  const languages = isOther ? { ...t.languages, [settings.language ?? ""]: settings.language ?? "" } : t.languages;
  return (
    <>
      <TextInput
        label={t.name}
        description={t.nameHint}
        value={name}
        maxLength={200}
        disabled={!canEdit}
        error={draft.failure?.word === "name" ? t.nameRefused : undefined}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t.title}
        value={title}
        maxLength={200}
        disabled={!canEdit}
        onChange={(event) => draft.change({ title: event.currentTarget.value })}
      />
      <Formatted
        label={t.description}
        html={description}
        canEdit={canEdit}
        onChange={(next) => draft.change({ description: next })}
      />
      <FieldList draft={draft} canEdit={canEdit} />
      <TextInput
        label={t.submitLabel}
        placeholder={t.submitDefault}
        value={submitLabel}
        maxLength={100}
        disabled={!canEdit}
        onChange={(event) => draft.change({ submitLabel: event.currentTarget.value })}
      />
      <Select
        label={t.language}
        description={t.languageHint}
        data={[{ value: shopLanguage, label: t.shopLanguage }, ...optionsOf(languages)]}
        value={settings.language ?? shopLanguage}
        allowDeselect={false}
        disabled={!canEdit}
        onChange={(chosen) =>
          draft.change({ settings: { ...settings, language: chosen === shopLanguage ? null : chosen } })
        }
      />
    </>
  );
}

/** A formatted text, or its plain words for those who may only read. */
export function Formatted({
  label,
  html,
  canEdit,
  onChange,
}: {
  label: string;
  html: string;
  canEdit: boolean;
  onChange: (html: string) => void;
}) {
  if (canEdit) return <RichText label={label} html={html} onChange={onChange} isOfEmail={false} />;
  const words = new DOMParser().parseFromString(html, "text/html").body.textContent;
  return <TextInput label={label} value={words} disabled />;
}
