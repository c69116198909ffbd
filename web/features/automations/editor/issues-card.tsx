import { useMessages } from "../../../i18n/messages.tsx";
import { IconAlertTriangle } from "../../../ui/icons.ts";
import { useIssueText } from "../detail/issue-text.ts";
import { useAutomationEditor } from "./editor-context.ts";
import type { GraphSaving } from "./saving/use-graph-saving.ts";
import { editorMessages } from "./messages.ts";
import classes from "./editor.module.css";

/** What is wrong, errors first; each issue leads to its field. */
export function IssuesCard({ saving }: { saving: GraphSaving }) {
  const t = useMessages(editorMessages);
  const { issues, graph, describe, openNode } = useAutomationEditor();
  const sentence = useIssueText(graph.nodes, describe);
  if (issues.length === 0 || graph.nodes.length === 0) return null;
  const errors = saving.errors.length;
  const heading =
    errors > 0 ? t.errors(errors) : saving.isIncomplete ? t.incomplete(issues.length) : t.issues(issues.length);
  return (
    <section className={classes["issues"]} data-tone={errors > 0 ? "bad" : "warn"} aria-live="polite">
      <IconAlertTriangle size={17} />
      <div>
        <b>{heading}</b>
        <ul>
          {issues.map((issue) => (
            <li key={[issue.code, issue.path].join(" ")}>
              {issue.node === null ? (
                sentence(issue)
              ) : (
                <button type="button" onClick={() => openNode(issue.node ?? "", issue.field ?? undefined)}>
                  {sentence(issue)}
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
