import type { OutputOf } from "../../../api/operations.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { nodeAppearance } from "../../../ui/names/automation-nodes.ts";
import { graphRows, type GraphRow } from "./graph-rows.ts";
import { useStepText } from "./step-text.ts";
import { stepMessages } from "./step-messages.ts";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

export type Editor = OutputOf<"GET /automations/{automation_id}/editor">;
/** The operation also answers a CSV file. */
export type Report = Extract<OutputOf<"GET /automations/{automation_id}/report">, { emails: unknown }>;

/** The steps as a list, from the triggers down; numbers are of the newest graph. */
export function StepsCard({ editor, report }: { editor: Editor; report: Report | undefined }) {
  const t = useMessages(detailMessages);
  const rows = graphRows(editor.automation.graph);
  return (
    <Card title={t.steps}>
      {rows.length === 0 ? (
        t.noSteps
      ) : (
        <ol className={classes["steps"]}>
          {rows.map((row) => (
            <StepRow key={row.key} row={row} editor={editor} report={report} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function StepRow({ row, editor, report }: { row: GraphRow; editor: Editor; report: Report | undefined }) {
  const t = useMessages(stepMessages);
  const { number, percent } = useFormats();
  const describe = useStepText(editor);
  const { node, depth, output, from, isRepeated } = row;
  const { title, note } = describe(node);
  const { icon: StepIcon, tone, isTrigger } = nodeAppearance(node.type);
  const counts = editor.counts.nodes[node.id];
  // A step that branches share counts all who passed; a line of a branch counts those who came by it.
  const ofBranch = from === null || output === null ? undefined : (editor.counts.nodes[from]?.outputs[output] ?? 0);
  const passed = ofBranch ?? counts?.passed ?? 0;
  const email = report?.emails.find((one) => one.node === node.id);
  const outputs: Readonly<Record<string, string>> = t.outputs;
  const shareOf = (part: number, of: number) => (of === 0 ? "–" : percent(part / of));
  return (
    <li style={{ paddingInlineStart: depth * 24 }} id={`step-${node.id}`}>
      <span className={classes["stop"]} data-tone={tone} data-trigger={isTrigger || undefined}>
        <StepIcon size={13} />
      </span>
      <span className={classes["step"]}>
        <span className={classes["stepTitle"]}>
          {output !== null && <i className={classes["output"]}>{outputs[output] ?? output}</i>}
          {isRepeated && node.type !== "end" ? t.repeated(title) : title}
        </span>
        {note !== "" && !isRepeated && <small>{note}</small>}
        {email !== undefined && email.sent > 0 && (
          <small>
            {t.emailStats(email.sent, shareOf(email.opened, email.delivered), shareOf(email.clicked, email.delivered))}
          </small>
        )}
        {!isRepeated && counts !== undefined && counts.waiting > 0 && <small>{t.waiting(counts.waiting)}</small>}
      </span>
      {(!isRepeated || ofBranch !== undefined) && <b title={t.passed(passed)}>{number(passed)}</b>}
    </li>
  );
}
