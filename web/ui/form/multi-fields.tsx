import { MultiSelect, TagsInput } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { useField, type FieldProps } from "./form.tsx";

/** Several of the options; the value is a list of theirs. */
export function MultiSelectField<Values extends FieldValues>(
  props: FieldProps<Values> & { options: readonly { value: string; label: string }[]; placeholder?: string },
) {
  const { field, shared } = useField(props);
  const chosen: readonly string[] = field.value ?? [];
  return (
    <MultiSelect
      {...shared}
      {...field}
      value={[...chosen]}
      data={[...props.options]}
      placeholder={chosen.length === 0 ? (props.placeholder ?? "") : ""}
      searchable
      hidePickedOptions
    />
  );
}

/** Free words; known ones are suggested. */
export function TagsField<Values extends FieldValues>(props: FieldProps<Values> & { known: readonly string[] }) {
  const { field, shared } = useField(props);
  const chosen: readonly string[] = field.value ?? [];
  return <TagsInput {...shared} {...field} value={[...chosen]} data={[...props.known]} size="sm" acceptValueOnBlur />;
}
