import { PasswordInput, Textarea, TextInput } from "@mantine/core";
import type { FieldValues } from "react-hook-form";
import { useField, type FieldProps } from "./form.tsx";

type TextFieldProps<Values extends FieldValues> = FieldProps<Values> & {
  readonly type?: "text" | "email" | "tel" | "url" | "date" | "search";
  readonly autoComplete?: string;
  readonly isFirst?: boolean;
  readonly placeholder?: string;
  readonly width?: number;
};

export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { field, shared } = useField(props);
  const { type = "text", autoComplete = "off", isFirst = false, placeholder, width } = props;
  return (
    <TextInput
      {...shared}
      {...field}
      value={field.value ?? ""}
      type={type}
      autoComplete={autoComplete}
      data-autofocus={isFirst || undefined}
      placeholder={placeholder}
      w={width}
    />
  );
}

export function PasswordField<Values extends FieldValues>(
  props: FieldProps<Values> & { autoComplete: "current-password" | "new-password"; toggleLabel: string },
) {
  const { field, shared } = useField(props);
  return (
    <PasswordInput
      {...shared}
      {...field}
      autoComplete={props.autoComplete}
      visibilityToggleButtonProps={{ "aria-label": props.toggleLabel, tabIndex: 0 }}
    />
  );
}

export function TextAreaField<Values extends FieldValues>(props: FieldProps<Values> & { rows?: number }) {
  const { field, shared } = useField(props);
  return <Textarea {...shared} {...field} value={field.value ?? ""} rows={props.rows ?? 4} />;
}
