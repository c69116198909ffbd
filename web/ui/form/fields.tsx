import { Button, Checkbox, NumberInput, PasswordInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Controller, useController, type FieldValues, type Path } from "react-hook-form";
import { useWords } from "../../i18n/words.tsx";
import { Callout } from "../display/callout.tsx";
import { uiWords } from "../words.ts";
import classes from "./form.module.css";
import type { ApiForm } from "./use-api-form.ts";

/** The frame of a form: fields below each other, then what no field explains, then the buttons. */
export function Form<Values extends FieldValues>({
  form,
  children,
  foot,
}: {
  form: ApiForm<Values>;
  children: ReactNode;
  foot?: ReactNode;
}) {
  const problem = form.formState.errors.root?.message;
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <div className={classes["fields"]}>{children}</div>
      {problem !== undefined && (
        <div className={classes["problem"]}>
          <Callout tone="bad">{problem}</Callout>
        </div>
      )}
      {foot}
    </form>
  );
}

type FieldProps<Values extends FieldValues> = {
  readonly form: ApiForm<Values>;
  readonly name: Path<Values>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOptional?: boolean;
  readonly isDisabled?: boolean;
};

/** What every input takes from the form: value, error, label, hint. */
function useField<Values extends FieldValues>({ form, name, label, hint, isOptional, isDisabled }: FieldProps<Values>) {
  const t = useWords(uiWords);
  const { field, fieldState } = useController({ control: form.control, name });
  return {
    field,
    shared: {
      label: isOptional === true ? <OptionalLabel label={label} note={t.optional} /> : label,
      description: hint,
      error: fieldState.error?.message,
      disabled: isDisabled ?? false,
    },
  };
}

const OptionalLabel = ({ label, note }: { label: string; note: string }) => (
  <>
    {label} <span className={classes["optional"]}>{note}</span>
  </>
);

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

export function NumberField<Values extends FieldValues>(
  props: FieldProps<Values> & { width?: number; limits?: { min?: number; max?: number; suffix?: string } },
) {
  const { field, shared } = useField(props);
  const { width = 120, limits = {} } = props;
  return <NumberInput {...shared} {...field} {...limits} value={field.value ?? ""} w={width} hideControls />;
}

export function SelectField<Values extends FieldValues>(
  props: FieldProps<Values> & {
    options: readonly { value: string; label: string }[];
    isSearchable?: boolean;
    isClearable?: boolean;
  },
) {
  const { field, shared } = useField(props);
  return (
    <Select
      {...shared}
      {...field}
      value={field.value ?? null}
      data={[...props.options]}
      searchable={props.isSearchable ?? false}
      clearable={props.isClearable ?? false}
      allowDeselect={false}
    />
  );
}

type FlagProps<Values extends FieldValues> = Omit<FieldProps<Values>, "isOptional">;

export const CheckField = <Values extends FieldValues>({ form, name, label, hint, isDisabled }: FlagProps<Values>) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <Checkbox
        ref={field.ref}
        name={field.name}
        label={label}
        description={hint}
        checked={field.value === true}
        onChange={(event) => field.onChange(event.currentTarget.checked)}
        onBlur={field.onBlur}
        error={fieldState.error?.message}
        disabled={isDisabled ?? false}
      />
    )}
  />
);

export const SwitchField = <Values extends FieldValues>({ form, name, label, hint, isDisabled }: FlagProps<Values>) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <Switch
        ref={field.ref}
        name={field.name}
        label={label}
        description={hint}
        checked={field.value === true}
        onChange={(event) => field.onChange(event.currentTarget.checked)}
        error={fieldState.error?.message}
        disabled={isDisabled ?? false}
      />
    )}
  />
);

/** The button that sends the form. */
export const SubmitButton = <Values extends FieldValues>({
  form,
  children,
  fullWidth = false,
  size = "sm",
}: {
  form: ApiForm<Values>;
  children: ReactNode;
  fullWidth?: boolean;
  size?: "sm" | "md" | "lg";
}) => (
  <Button type="submit" loading={form.formState.isSubmitting} fullWidth={fullWidth} size={size}>
    {children}
  </Button>
);
