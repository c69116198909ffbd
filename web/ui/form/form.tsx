import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useController, type FieldValues, type Path } from "react-hook-form";
import { useMessages } from "../../i18n/messages.tsx";
import { Callout } from "../display/callout.tsx";
import { uiMessages } from "../messages.ts";
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

export type FieldProps<Values extends FieldValues> = {
  readonly form: ApiForm<Values>;
  readonly name: Path<Values>;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly isOptional?: boolean;
  readonly isDisabled?: boolean;
};

/** What every input takes from the form: value, error, label, hint. */
export function useField<Values extends FieldValues>({
  form,
  name,
  label,
  hint,
  isOptional,
  isDisabled,
}: FieldProps<Values>) {
  const t = useMessages(uiMessages);
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

/** A form on a page; without the right to change it has no button. */
export const SaveForm = <Values extends FieldValues>({
  form,
  submit,
  canChange = true,
  children,
}: {
  form: ApiForm<Values>;
  submit: string;
  canChange?: boolean;
  children: ReactNode;
}) => (
  <Form
    form={form}
    foot={
      canChange && (
        <div className={classes["actions"]}>
          <SubmitButton form={form}>{submit}</SubmitButton>
        </div>
      )
    }
  >
    {children}
  </Form>
);

/** Short fields beside each other; below each other on a phone. */
export const FieldRow = ({ children }: { children: ReactNode }) => <div className={classes["row"]}>{children}</div>;
