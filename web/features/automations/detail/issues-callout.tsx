import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { IconAlertTriangle } from "../../../ui/icons.ts";
import { readNodes } from "./graph-rows.ts";
import { useIssueText } from "./issue-text.ts";
import { useStepText } from "./step-text.ts";
import type { Editor } from "./steps-card.tsx";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

/** What blocks the start; each issue leads to its step. */
export function IssuesCallout({ editor }: { editor: Editor }) {
  const t = useMessages(detailMessages);
  const describe = useStepText(editor);
  const { issues, graph } = editor.automation;
  const nodes = readNodes(graph);
  const sentence = useIssueText(nodes, describe);
  if (issues.length === 0) return null;
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
