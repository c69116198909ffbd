import { MultiSelect, Select } from "@mantine/core";
import { useMessages } from "../../../../i18n/messages.tsx";
import type { Choice } from "../../../../ui/choices/options.ts";
import { asText, asTexts, type FieldProps } from "./field-props.ts";
import { useFieldInput } from "./use-field-input.ts";
import { useReferenceOptions } from "./use-reference-options.ts";
import { fieldMessages } from "./field-messages.ts";

/** Chooses an object, or several. An id that is not listed stays and is shown as it is. */
export function ReferenceField(props: FieldProps<"reference">) {
  const t = useMessages(fieldMessages);
  const input = useFieldInput(props);
  const options = useReferenceOptions(props.shape.of);
  const chosen = props.shape.isList ? asTexts(props.value) : [asText(props.value)].filter((id) => id !== "");
  const missing = chosen.filter((id) => !options.some(({ value }) => value === id));
  const all: Choice[] = [...options, ...missing.map((id) => ({ value: id, label: t.unknown(id) }))];
  const shared = { ...input, data: all, searchable: true, nothingFoundMessage: t.nothingFound, placeholder: t.choose };
  if (props.shape.isList)
    return (
      <MultiSelect
        {...shared}
        {...(chosen.length > 0 ? { placeholder: "" } : {})}
        value={chosen}
        onChange={(ids) => props.onChange(ids.length === 0 ? undefined : ids)}
      />
    );
  const [id] = chosen;
  return (
    <Select
      {...shared}
      value={id ?? null}
      onChange={(next) => props.onChange(next ?? undefined)}
      clearable={!props.isRequired}
      allowDeselect={false}
    />
  );
}
