import { TextInput } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import type { FieldValues } from "react-hook-form";
import { useField, type FieldProps } from "../../ui/form/form.tsx";
import { useTagInsertion } from "./use-tag-insertion.tsx";

/** A line of a form into which data of the contact can be inserted. */
export function TaggedTextField<Values extends FieldValues>(props: FieldProps<Values>) {
  const { field, shared } = useField(props);
  const { ref, ...tags } = useTagInsertion(props.label, field.value ?? "", field.onChange);
  return (
    <TextInput
      {...shared}
      {...field}
      {...tags}
      ref={useMergedRef(ref, field.ref)}
      value={field.value ?? ""}
      autoComplete="off"
    />
  );
}
