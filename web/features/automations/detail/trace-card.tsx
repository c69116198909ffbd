import { useState } from "react";
import { call } from "../../../api/client.ts";
import type { OutputOf } from "../../../api/operations.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Form, SubmitButton } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { readNodes } from "./graph-rows.ts";
import { useStepText } from "./step-text.ts";
import type { Editor } from "./steps-card.tsx";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

type Step = OutputOf<"POST /automations/{automation_id}/trace">["steps"][number];

/** Every decision about one contact, without sending or changing anything. */
export function TraceCard({ editor }: { editor: Editor }) {
  const t = useMessages(detailMessages);
  const { dateTime } = useFormats();
  const describe = useStepText(editor);
  const nodes = readNodes(editor.automation.graph);
  const [steps, setSteps] = useState<readonly Step[]>();
  const form = useApiForm({
    initial: { email: "" },
    messages: { "validation graph": t.traceIncomplete, "not_found contact": t.traceUnknown },
    fields: { "not_found contact": "email" },
    send: async ({ email }) => {
      setSteps(undefined);
      const { items } = await call("GET /contacts", { query: { q: email, pageSize: 10 } });
      const contact = items.find((one) => one.email === email.trim().toLowerCase());
      if (contact === undefined) {
        form.setError("email", { message: t.traceUnknown }, { shouldFocus: true });
        return;
      }
      const traced = await call("POST /automations/{automation_id}/trace", {
        params: { automation_id: editor.automation.id },
        body: { contactId: contact.id },
      });
      setSteps(traced.steps);
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
