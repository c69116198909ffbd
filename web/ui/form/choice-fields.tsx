import { Checkbox, Radio, Select, Stack, Switch } from "@mantine/core";
import type { ChangeEvent } from "react";
import type { FieldValues } from "react-hook-form";
import { useField, type FieldProps } from "./form.tsx";

export function SelectField<Values extends FieldValues>(
  props: FieldProps<Values> & {
    options: readonly { value: string; label: string }[];
    isSearchable?: boolean;
    isClearable?: boolean;
    /** Called with a choice of the person, for fields that follow from it. */
    onChosen?: (value: string) => void;
  },
) {
  const { field, shared } = useField(props);
  return (
    <Select
      {...shared}
      {...field}
      value={field.value === "" ? null : (field.value ?? null)}
      onChange={(value) => {
        field.onChange(value ?? "");
        props.onChosen?.(value ?? "");
      }}
      data={[...props.options]}
      searchable={props.isSearchable ?? false}
      clearable={props.isClearable ?? false}
      allowDeselect={false}
    />
  );
}

type FlagProps<Values extends FieldValues> = Omit<FieldProps<Values>, "isOptional">;

function useFlag<Values extends FieldValues>(props: FlagProps<Values>) {
  const { field, shared } = useField(props);
  return {
    ...shared,
    ref: field.ref,
    name: field.name,
    checked: field.value === true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => field.onChange(event.currentTarget.checked),
    onBlur: field.onBlur,
  };
}

export const CheckField = <Values extends FieldValues>(props: FlagProps<Values>) => <Checkbox {...useFlag(props)} />;

export const SwitchField = <Values extends FieldValues>(props: FlagProps<Values>) => <Switch {...useFlag(props)} />;

/** One of a few choices, all visible, each with a note. */
export function RadioField<Values extends FieldValues>(
  props: FieldProps<Values> & { options: readonly { value: string; label: string; note?: string }[] },
) {
  const { field, shared } = useField(props);
  const { disabled, ...group } = shared;
  return (
    <Radio.Group {...group} value={field.value ?? null} onChange={field.onChange} name={field.name}>
      <Stack gap={8} mt={4}>
        {props.options.map(({ value, label, note }) => (
          <Radio key={value} value={value} label={label} description={note} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
