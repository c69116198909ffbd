import { useState } from "react";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Form, SubmitButton } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { readNodes } from "./graph-rows.ts";
import { traceContact, type TraceStep } from "./trace-contact.ts";
import { useStepText } from "./step-text.ts";
import type { Editor } from "./steps-card.tsx";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

/** Every decision about one contact, without sending or changing anything. */
export function TraceCard({ editor }: { editor: Editor }) {
  const t = useMessages(detailMessages);
  const { dateTime } = useFormats();
  const describe = useStepText(editor);
  const nodes = readNodes(editor.automation.graph);
  const [steps, setSteps] = useState<readonly TraceStep[]>();
  const form = useApiForm({
    initial: { email: "" },
    messages: { "validation graph": t.traceIncomplete, "not_found contact": t.traceUnknown },
    fields: { "not_found contact": "email" },
    send: async ({ email }) => {
      setSteps(undefined);
      const traced = await traceContact(editor.automation.id, email);
      if (traced === undefined) form.setError("email", { message: t.traceUnknown }, { shouldFocus: true });
      setSteps(traced);
    },
  });
  const titleOf = (id: string): string => {
    const found = nodes.find((node) => node.id === id);
    return found === undefined ? id : describe(found).title;
  };
  return (
    <Card title={t.trace}>
      <p className={classes["traceText"]}>{t.traceText}</p>
      <Form
        form={form}
        foot={
          <div className={classes["traceFoot"]}>
            <SubmitButton form={form}>{t.traceDo}</SubmitButton>
          </div>
        }
      >
        <TextField form={form} name="email" type="email" label={t.traceEmail} />
      </Form>
      {steps !== undefined && (
        <ol className={classes["trace"]} aria-label={t.trace}>
          {steps.map(({ node, at, result, output }) => (
            <li key={`${node} ${at} ${output ?? ""}`}>
              <span>
                {titleOf(node)}
                <small>{dateTime(at)}</small>
              </span>
              <span>{t.traceResults[result]}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
