import { Input } from "@mantine/core";
import { lazy, Suspense, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useField, type FieldProps } from "../form/form.tsx";
import { Loading } from "../state/loading.tsx";
import type { CodeEditorProps } from "./code-view.tsx";
import classes from "./code-editor.module.css";

const View = lazy(async () => ({ default: (await import("./code-view.tsx")).CodeView }));

/** A field for code; the library is loaded when the first one is shown. */
export const CodeEditor = ({ height = 320, ...props }: CodeEditorProps & { height?: number | string }) => (
  <div className={classes["frame"]} style={{ height }}>
    <Suspense fallback={<Loading lines={6} />}>
      <View {...props} />
    </Suspense>
  </div>
);

/** The same with a label above and a refusal below, as other inputs have them. */
export const LabelledCode = ({
  hint,
  error,
  ...props
}: CodeEditorProps & { height?: number | string; hint?: ReactNode; error?: ReactNode }) => (
  <Input.Wrapper label={props.label} description={hint} error={error} labelElement="div">
    <CodeEditor {...props} />
  </Input.Wrapper>
);

/** Code as a field of a form. */
export function CodeField<Values extends FieldValues>(props: FieldProps<Values> & { height?: number }) {
  const { field, shared } = useField(props);
  return (
    <LabelledCode
      label={props.label}
      hint={shared.description}
      error={shared.error}
      value={field.value ?? ""}
      onChange={field.onChange}
      isReadOnly={shared.disabled}
      height={props.height ?? 360}
    />
  );
}
