import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { nodeAppearance } from "../../../ui/names/automation-nodes.ts";
import { graphRows } from "../detail/graph-rows.ts";
import { stepMessages } from "../detail/step-messages.ts";
import { useStepText } from "../detail/step-text.ts";
import type { Editor } from "../detail/steps-card.tsx";
import { reportMessages } from "./messages.ts";
import classes from "./report.module.css";

/** How many of those who entered came to each step of the newest graph, and by which branch. */
export function FunnelCard({ editor }: { editor: Editor }) {
  const t = useMessages(reportMessages);
  const steps = useMessages(stepMessages);
  const { number, percent } = useFormats();
  const describe = useStepText(editor);
  const { entered, nodes } = editor.counts;
  const outputs: Readonly<Record<string, string>> = steps.outputs;
  // A step that several ways lead to is counted once, and by each branch that leads to it.
  const rows = graphRows(editor.automation.graph).filter(({ isRepeated, output }) => !isRepeated || output !== null);
  return (
    <Card title={t.funnel} aside={t.funnelAside(entered)} flush>
      <ol className={classes["funnel"]}>
        {rows.map(({ key, node, depth, output, from }) => {
          const { icon: StepIcon } = nodeAppearance(node.type);
          const counts = nodes[node.id];
          const branch = from === null || output === null ? undefined : nodes[from]?.outputs[output];
          const passed = branch ?? counts?.passed ?? 0;
          const share = entered === 0 ? 0 : Math.min(1, passed / entered);
          return (
            <li key={key}>
              <span className={classes["step"]} style={{ paddingInlineStart: depth * 20 }}>
                <StepIcon size={15} />
                <span>
                  {output !== null && <i>{outputs[output] ?? output}</i>} {describe(node).title}
                  {counts !== undefined && counts.waiting > 0 && <small>{t.waiting(counts.waiting)}</small>}
                </span>
              </span>
              <span className={classes["bar"]} aria-hidden="true">
                <b style={{ width: `${share * 100}%` }} />
              </span>
              <span className={classes["count"]}>
                {number(passed)} <small>{percent(share, 0)}</small>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
