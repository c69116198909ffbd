import type { ReactNode } from "react";
import { useMessages } from "../../../../i18n/messages.tsx";
import { nodeAppearance } from "../../../../ui/names/automation-nodes.ts";
import { useAutomationEditor } from "../editor-context.ts";
import type { ChangedStep, Difference } from "../model/difference.ts";
import type { GraphNode } from "../model/graph.ts";
import { readFields } from "../panel/field-shape.ts";
import { useFieldName } from "../panel/use-field-input.ts";
import { FieldValue, isShownInLine } from "./field-value.tsx";
import { versionMessages } from "./messages.ts";
import classes from "./versions.module.css";

/** Added, removed and changed steps; of a changed one its fields, as they were and as they are. */
export function DifferenceList({ difference: { added, removed, changed } }: { difference: Difference }) {
  const t = useMessages(versionMessages);
  if (added.length + removed.length + changed.length === 0) return <p className={classes["none"]}>{t.none}</p>;
  return (
    <>
      {added.length > 0 && (
        <Steps title={t.added(added.length)} tone="good">
          {added.map((node) => (
            <Step key={node.id} node={node} />
          ))}
        </Steps>
      )}
      {removed.length > 0 && (
        <Steps title={t.removed(removed.length)} tone="bad">
          {removed.map((node) => (
            <Step key={node.id} node={node} />
          ))}
        </Steps>
      )}
      {changed.length > 0 && (
        <Steps title={t.changed(changed.length)} tone="warn">
          {changed.map((step) => (
            <Step key={step.after.id} node={step.after}>
              <Changes step={step} />
            </Step>
          ))}
        </Steps>
      )}
    </>
  );
}

const Steps = ({ title, tone, children }: { title: string; tone: "good" | "bad" | "warn"; children: ReactNode }) => (
  <section className={classes["group"]} data-tone={tone}>
    <h3>{title}</h3>
    <ul>{children}</ul>
  </section>
);

function Step({ node, children }: { node: GraphNode; children?: ReactNode }) {
  const { describe } = useAutomationEditor();
  const { title, note } = describe(node);
  const { icon: StepIcon } = nodeAppearance(node.type);
  return (
    <li>
      <StepIcon size={16} />
      <div>
        <b>{title}</b>
        {children ?? (note !== "" && <small>{note}</small>)}
      </div>
    </li>
  );
}

function Changes({ step: { before, after, fields, isRewired } }: { step: ChangedStep }) {
  const t = useMessages(versionMessages);
  const fieldName = useFieldName();
  const { grammar } = useAutomationEditor();
  const type = grammar.triggers.get(after.type) ?? grammar.steps.get(after.type);
  const shapes = readFields(type?.config ?? {});
  return (
    <>
      {fields.length > 0 && (
        <dl className={classes["fields"]}>
          {fields.map((name) => {
            const shape = shapes[name];
            return (
              <div key={name}>
                <dt>{fieldName(name)}</dt>
                {shape === undefined || !isShownInLine(shape) ? (
                  <dd>{t.hidden}</dd>
                ) : (
                  <>
                    <dd>
                      <i>{t.was}</i> <FieldValue name={name} shape={shape} value={before.config[name]} />
                    </dd>
                    <dd>
                      <i>{t.is}</i> <FieldValue name={name} shape={shape} value={after.config[name]} />
                    </dd>
                  </>
                )}
              </div>
            );
          })}
        </dl>
      )}
      {isRewired && <small>{t.rewired}</small>}
    </>
  );
}
