import { useWords } from "../../../i18n/words.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { IconAlertTriangle } from "../../../ui/icons.ts";
import type { Automation } from "../looks.ts";
import { readNodes } from "./graph-rows.ts";
import { useStepText } from "./step-text.ts";
import type { Editor } from "./steps-card.tsx";
import { detailWords } from "./words.ts";
import classes from "./detail.module.css";

type Issue = Automation["issues"][number];

/** What blocks the start; each issue leads to its step. */
export function IssuesCallout({ editor }: { editor: Editor }) {
  const t = useWords(detailWords);
  const describe = useStepText(editor);
  const { issues, graph } = editor.automation;
  if (issues.length === 0) return null;
  const nodes = readNodes(graph);
  const fields: Readonly<Record<string, string>> = t.fields;
  const sentence = ({ code, node, field }: Issue): string => {
    const found = nodes.find(({ id }) => id === node);
    const step = found === undefined ? t.graph : describe(found).title;
    const [name = ""] = (field ?? "").split(".");
    if (code === "no_trigger") return t.issue.no_trigger;
    if (code === "unreachable") return t.issue.unreachable(step);
    if (code === "missing") return t.issue.missing(step, fields[name] ?? t.fields.other);
    if (code === "not_implemented") return t.issue.not_implemented(step);
    return code === "reference" ? t.issue.reference(step) : t.issue.other(step);
  };
  return (
    <div className={classes["callout"]}>
      <Callout tone="warn" icon={<IconAlertTriangle size={18} />}>
        <b>{t.issues(issues.length)}</b>
        <ul className={classes["issues"]}>
          {issues.map((issue) => (
            <li key={[issue.code, issue.node, issue.field].join(" ")}>
              {issue.node === null ? sentence(issue) : <a href={`#step-${issue.node}`}>{sentence(issue)}</a>}
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
