import { useMessages } from "../../../i18n/messages.tsx";
import type { Automation } from "../appearance.ts";
import type { GraphNode } from "./graph-rows.ts";
import type { StepText } from "./step-text.ts";
import { fieldMessages } from "../editor/panel/field-messages.ts";
import { detailMessages } from "./messages.ts";

type Issue = Pick<Automation["issues"][number], "code" | "node" | "field">;

/** An issue of a graph as a sentence. */
export function useIssueText(nodes: readonly GraphNode[], describe: (node: GraphNode) => StepText) {
  const t = useMessages(detailMessages);
  const fields: Readonly<Record<string, string>> = t.fields;
  const labels: Readonly<Record<string, string>> = useMessages(fieldMessages).names;
  return ({ code, node, field }: Issue): string => {
    const found = nodes.find(({ id }) => id === node);
    const step = found === undefined ? t.graph : describe(found).title;
    const [name = ""] = (field ?? "").split(".");
    if (code === "no_trigger") return t.issue.no_trigger;
    if (code === "unreachable") return t.issue.unreachable(step);
    if (code === "missing") return t.issue.missing(step, fields[name] ?? t.setting(labels[name] ?? ""));
    if (code === "not_implemented") return t.issue.not_implemented(step);
    return code === "reference" ? t.issue.reference(step) : t.issue.other(step);
  };
}
