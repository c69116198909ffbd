import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { IconAlertTriangle } from "../../../ui/icons.ts";
import { nodeAppearance } from "../../../ui/names/automation-nodes.ts";
import { stepMessages } from "../detail/step-messages.ts";
import { useAutomationEditor } from "./editor-context.ts";
import type { GraphNode } from "./model/graph.ts";
import { hasFoot, type NodeFigures } from "./model/node-figures.ts";
import { useTrialText } from "../trial/use-trial-text.ts";
import classes from "./node-body.module.css";

type BodyProps = { readonly node: GraphNode; readonly figures: NodeFigures; readonly badge?: string | undefined };

/** Icon, name, one line of settings and figures of a node. */
export function NodeBody({ node, figures, badge }: BodyProps) {
  const { number } = useFormats();
  const { describe, issues } = useAutomationEditor();
  const { icon: NodeIcon, tone, isTrigger } = nodeAppearance(node.type);
  const { title, note } = describe(node);
  const hasIssue = issues.some((issue) => issue.node === node.id);
  return (
    <span className={classes["body"]} data-trigger={isTrigger || undefined} data-trial={trialTone(figures)}>
      <span className={classes["row"]}>
        <span className={classes["tile"]} data-tone={tone}>
          <NodeIcon size={16} />
        </span>
        <span className={classes["text"]}>
          <b>
            {badge !== undefined && <i>{badge}</i>}
            {title}
          </b>
          {note !== "" && <small title={note}>{note}</small>}
        </span>
        {hasIssue && <IconAlertTriangle size={16} className={classes["issue"]} />}
        {figures.passed > 0 && !hasFoot(figures) && <span className={classes["passed"]}>{number(figures.passed)}</span>}
      </span>
      {hasFoot(figures) && (
        <span className={classes["foot"]}>
          <Foot figures={figures} />
        </span>
      )}
    </span>
  );
}

const trialTone = ({ trial }: NodeFigures): string | undefined =>
  trial === undefined
    ? undefined
    : trial.passed === 0
      ? "missed"
      : trial.step?.result === "failed"
        ? "failed"
        : "passed";

function Foot({ figures: { email, waiting, trial } }: { figures: NodeFigures }) {
  const t = useMessages(stepMessages);
  const { percent } = useFormats();
  const { ofNode } = useTrialText();
  if (trial !== undefined) return ofNode(trial);
  const share = (part: number, of: number) => (of === 0 ? "–" : percent(part / of));
  if (email === undefined || email.sent === 0) return t.waiting(waiting);
  return t.emailStats(email.sent, share(email.opened, email.delivered), share(email.clicked, email.delivered));
}
