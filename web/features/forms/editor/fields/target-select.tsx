import { Button, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../../api/queries.ts";
import { useCan } from "../../../../api/session.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { profileFields } from "../../../../../src/kernel/contact-columns.ts";
import { contactFieldMessages } from "../../../../ui/names/contact-fields.ts";
import { useToasts } from "../../../../ui/state/toasts.tsx";
import { fieldMessages } from "./messages.ts";
import type { FieldType, FormField } from "./field-model.ts";

const onlyHistory = "history";

/** The type of the custom field that is made for a field of the form. */
const customTypes: Readonly<Record<FieldType, "text" | "textarea" | "date" | "bool" | "select">> = {
  email: "text",
  text: "text",
  textarea: "textarea",
  select: "select",
  checkbox: "bool",
  date: "date",
  phone: "text",
  hidden: "text",
};

type Props = {
  readonly field: FormField;
  readonly fields: readonly FormField[];
  readonly canEdit: boolean;
  readonly onChange: (field: FormField) => void;
};

/** Where the answer goes: a field of the contact, a custom field that can be made here, or the history alone. */
export function TargetSelect({ field, fields, canEdit, onChange }: Props) {
  const t = useMessages(fieldMessages);
  const names = useMessages(contactFieldMessages);
  const canCreate = useCan()("settings", "full") && canEdit;
  const toast = useToasts();
  const { data } = useQuery(read("GET /custom-fields"));
  const custom = data?.items ?? [];
  const create = useChange("POST /custom-fields", {
    refresh: ["GET /custom-fields"],
    onDone: ({ id, name }) => {
      toast.done(t.customCreated(name));
      onChange({ ...field, target: `customFields.${id}` });
    },
    onFailed: (failure) => toast.failed(failure, failure.is("conflict name") ? t.customTaken : undefined),
  });
  const taken = new Set(fields.filter((one) => one !== field).map(({ target }) => target));
  const isFree = ({ value }: { value: string }) => !taken.has(value);
  const isCustom = field.target?.startsWith("customFields.") === true;
  const sameName = custom.find(({ name }) => name.toLocaleLowerCase() === field.label.trim().toLocaleLowerCase());
  const sameTarget = sameName === undefined ? undefined : `customFields.${sameName.id}`;
  return (
    <div>
      <Select
        label={t.target}
        description={field.target === null ? t.historyHint : undefined}
        value={field.target ?? onlyHistory}
        searchable
        allowDeselect={false}
        disabled={!canEdit}
        data={[
          { value: onlyHistory, label: t.onlyHistory },
          {
            group: t.profileFields,
            items: profileFields.map((name) => ({ value: name, label: names[name] })).filter(isFree),
          },
          {
            group: t.customFields,
            items: custom.map(({ id, name }) => ({ value: `customFields.${id}`, label: name })).filter(isFree),
          },
        ]}
        onChange={(chosen) => onChange({ ...field, target: chosen === onlyHistory ? null : chosen })}
      />
      {canEdit && !isCustom && sameName !== undefined && sameTarget !== undefined && !taken.has(sameTarget) && (
        <Button variant="subtle" size="xs" mt={4} onClick={() => onChange({ ...field, target: sameTarget })}>
          {t.existingCustom(sameName.name)}
        </Button>
      )}
      {canCreate && !isCustom && data !== undefined && sameName === undefined && field.label !== "" && (
        <Button
          variant="subtle"
          size="xs"
          mt={4}
          loading={create.isPending}
          onClick={() =>
            create.mutate({
              body: {
                name: field.label,
                type: customTypes[field.type],
                ...(field.type === "select" ? { options: (field.options ?? []).map(({ label }) => label) } : {}),
              },
            })
          }
        >
          {t.createCustom(field.label)}
        </Button>
      )}
    </div>
  );
}
