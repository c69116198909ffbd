import { useMessages } from "../../../../i18n/messages.tsx";
import { uiMessages } from "../../../../ui/messages.ts";
import { useAutomationEditor } from "../editor-context.ts";
import type { FieldProps } from "./field-props.ts";
import { fieldMessages } from "./field-messages.ts";
import { useFieldIssue } from "./use-field-issue.ts";

/** A field that the grammar got later keeps its own name until the app knows one. */
export function useFieldName() {
  const t = useMessages(fieldMessages);
  const names: Readonly<Record<string, string>> = t.names;
  return (name: string): string => names[name] ?? name;
}

/** Label, error and state that every input of a field has. */
export function useFieldInput({ path, name, value, isRequired }: Omit<FieldProps, "shape" | "onChange">) {
  const ui = useMessages(uiMessages);
  const { canEdit } = useAutomationEditor();
  const fieldName = useFieldName();
  const issueOf = useFieldIssue();
  return {
    label: isRequired ? fieldName(name) : `${fieldName(name)} ${ui.optional}`,
    error: issueOf(path, value),
    disabled: !canEdit,
    "data-field": path,
    autoComplete: "off",
  };
}
