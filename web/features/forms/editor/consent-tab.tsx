import { Select } from "@mantine/core";
import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { usePurposeChoices } from "../../../ui/choices/use-choices.ts";
import { Formatted } from "./content-tab.tsx";
import { editorMessages } from "./messages.ts";
import type { TabProps } from "./use-form-draft.ts";
import classes from "./editor.module.css";

const defaultPurpose = "default";

/** What the person agrees to, word by word. */
export function ConsentTab({ draft, canEdit }: TabProps) {
  const t = useMessages(editorMessages).consent;
  const purposes = usePurposeChoices();
  const { purposeId, consentText } = draft.content;
  return (
    <>
      <Select
        label={t.purpose}
        description={t.purposeHint}
        data={[{ value: defaultPurpose, label: t.defaultPurpose }, ...purposes]}
        value={purposeId ?? defaultPurpose}
        allowDeselect={false}
        disabled={!canEdit}
        onChange={(chosen) => draft.change({ purposeId: chosen === defaultPurpose ? null : chosen })}
      />
      <div>
        <Formatted
          label={t.text}
          html={consentText}
          canEdit={canEdit}
          onChange={(next) => draft.change({ consentText: next })}
        />
        <p className={classes["hint"]}>{t.textHint}</p>
      </div>
      <Callout tone="accent">{t.newVersion}</Callout>
    </>
  );
}
