import { TextInput } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { useField, type FieldProps } from "./form.tsx";
import classes from "./color-field.module.css";

/** A colour as a text like #3550cc, with the colour picker of the browser beside it. */
export function ColorField<Values extends FieldValues>(props: FieldProps<Values> & { swatchLabel: string }) {
  const { field, shared } = useField(props);
  const text: string = field.value ?? "";
  return (
    <TextInput
      {...shared}
      {...field}
      value={text}
      placeholder="#3550cc"
      maxLength={7}
      rightSectionWidth={40}
      rightSection={
        <input
          type="color"
          className={classes["swatch"]}
          aria-label={props.swatchLabel}
          disabled={shared.disabled}
          value={/^#[\da-f]{6}$/i.test(text) ? text : "#ffffff"}
          onChange={(event) => field.onChange(event.currentTarget.value)}
        />
      }
    />
  );
}
