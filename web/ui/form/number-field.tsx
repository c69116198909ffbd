import { NumberInput } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { useField, type FieldProps } from "./form.tsx";

export function NumberField<Values extends FieldValues>(
  props: FieldProps<Values> & { width?: number; limits?: { min?: number; max?: number; suffix?: string } },
) {
  const { field, shared } = useField(props);
  const { width = 120, limits = {} } = props;
  return (
    <NumberInput
      {...shared}
      {...field}
      {...limits}
      value={field.value ?? ""}
      styles={{ wrapper: { width } }}
      hideControls
    />
  );
}
