import type { OutputOf } from "../../../api/operations.ts";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { Card } from "../../../ui/display/card.tsx";
import type { Tone } from "../../../ui/display/status.tsx";
import {
  IconArrowsSplit2,
  IconBell,
  IconClock,
  IconFlag,
  IconLayoutList,
  IconMail,
  IconPencil,
  IconRoute,
  IconSparkles,
  IconTag,
  IconTicket,
  IconUserMinus,
  IconWebhook,
  type Icon,
} from "../../../ui/icons.ts";
import { graphRows, type GraphRow } from "./graph-rows.ts";
import { useStepText } from "./step-text.ts";
import { stepWords } from "./step-words.ts";
import { detailWords } from "./words.ts";
import classes from "./detail.module.css";

export type Editor = OutputOf<"GET /automations/{automation_id}/editor">;
/** The operation also answers a CSV file. */
export type Report = Extract<OutputOf<"GET /automations/{automation_id}/report">, { emails: unknown }>;

const stepLooks: Readonly<Record<string, readonly [icon: Icon, tone: Tone]>> = {
  email: [IconMail, "accent"],
  wait: [IconClock, "mute"],
  condition: [IconArrowsSplit2, "plum"],
  split: [IconArrowsSplit2, "plum"],
  add_to_list: [IconLayoutList, "teal"],
  remove_from_list: [IconLayoutList, "teal"],
  unsubscribe: [IconUserMinus, "mute"],
  set_field: [IconPencil, "teal"],
  add_label: [IconTag, "teal"],
  assign_coupon: [IconTicket, "warn"],
  webhook: [IconWebhook, "mute"],
  notify: [IconBell, "mute"],
  start_automation: [IconRoute, "accent"],
  goal: [IconFlag, "good"],
  end: [IconFlag, "mute"],
};
const triggerLook = [IconSparkles, "accent"] as const;

/** The steps as a list, from the triggers down; numbers are of the newest graph. */
export function StepsCard({ editor, report }: { editor: Editor; report: Report | undefined }) {
  const t = useWords(detailWords);
  const rows = graphRows(editor.automation.graph);
  return (
    <Card title={t.steps} aside={t.stepsNote}>
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
  const t = useWords(stepWords);
  const { number, percent } = useFormats();
  const describe = useStepText(editor);
  const { node, depth, output, isRepeated } = row;
  const { title, note } = describe(node);
  const [StepIcon, tone] = stepLooks[node.type] ?? triggerLook;
  const counts = editor.counts.nodes[node.id];
  const email = report?.emails.find((one) => one.node === node.id);
  const outputs: Readonly<Record<string, string>> = t.outputs;
  const shareOf = (part: number, of: number) => (of === 0 ? "–" : percent(part / of));
  return (
    <li style={{ paddingInlineStart: depth * 24 }} id={`step-${node.id}`}>
      <span className={classes["stop"]} data-tone={tone} data-trigger={stepLooks[node.type] === undefined || undefined}>
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
      {!isRepeated && <b title={t.passed(counts?.passed ?? 0)}>{number(counts?.passed ?? 0)}</b>}
    </li>
  );
}
