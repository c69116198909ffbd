import { useMessages } from "../../../../i18n/messages.tsx";
import { uiMessages } from "../../../../ui/messages.ts";
import { describeAllowed } from "../../../../ui/rejections/describe-allowed.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { fieldMessages } from "./field-messages.ts";
import { useNodeId } from "./shown-node.ts";

/** What is wrong with a field of the shown node, as a sentence. */
export function useFieldIssue() {
  const ui = useMessages(uiMessages);
  const t = useMessages(fieldMessages);
  const { issues } = useAutomationEditor();
  const nodeId = useNodeId();
  return (path: string, value: unknown): string | undefined => {
    const issue = issues.find(({ node, field }) => node === nodeId && field === path);
    if (issue === undefined) return undefined;
    const { sum } = issue.params;
    if (typeof sum === "number") return t.sum(sum);
    if (issue.code === "missing") return t.required;
    if (issue.code === "reference") return t.gone;
    return describeAllowed(issue.params, ui, value) ?? t.invalid;
  };
}
