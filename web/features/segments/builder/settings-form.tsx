import { useMessages } from "../../../i18n/messages.tsx";
import { RadioField } from "../../../ui/form/choice-fields.tsx";
import { DialogForm } from "../../../ui/form/dialog-form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { segmentsMessages } from "../messages.ts";

export type SegmentSettings = {
  readonly name: string;
  readonly publicName: string;
  readonly refresh: "daily" | "static";
};

type Props = {
  readonly initial: SegmentSettings;
  readonly onSave: (settings: SegmentSettings) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Name and kind of a segment, for a new one and for a saved one. */
export function SettingsForm({ initial, onSave, onClose }: Props) {
  const t = useMessages(segmentsMessages);
  const form = useApiForm<SegmentSettings>({
    initial,
    messages: { "conflict name": t.form.nameTaken },
    send: (values) => onSave(values),
  });
  return (
    <DialogForm form={form} submit={t.save} onClose={onClose}>
      <TextField form={form} name="name" label={t.form.name} isFirst />
      <TextField form={form} name="publicName" label={t.form.publicName} hint={t.form.publicNameHint} isOptional />
      <RadioField
        form={form}
        name="refresh"
        label={t.form.refresh}
        options={[
          { value: "daily", label: t.form.daily },
          { value: "static", label: t.form.static },
        ]}
      />
    </DialogForm>
  );
}
