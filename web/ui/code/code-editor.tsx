import { Input } from "@mantine/core";
import { lazy, Suspense, type ReactNode } from "react";
import { Loading } from "../state/loading.tsx";
import classes from "./code-editor.module.css";

export type CodeEditorProps = {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The name for screen readers. */
  readonly label: string;
  readonly language?: "html" | "text";
  readonly isReadOnly?: boolean;
};

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
