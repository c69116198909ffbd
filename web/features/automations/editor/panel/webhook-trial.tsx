import { useState } from "react";
import { call } from "../../../../api/client.ts";
import type { OutputOf } from "../../../../api/operations.ts";
import { useCan } from "../../../../api/session.tsx";
import { useMessages } from "../../../../i18n/messages.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { CodeBlock } from "../../../../ui/display/code-block.tsx";
import { Form, SubmitButton } from "../../../../ui/form/form.tsx";
import { TextField } from "../../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../../ui/form/use-api-form.ts";
import { findContact } from "../../detail/trace-contact.ts";
import { useAutomationEditor } from "../editor-context.ts";
import { tabMessages } from "./tabs/messages.ts";
import { webhookTrialMessages } from "./webhook-trial-messages.ts";
import classes from "./panel.module.css";

type Result = OutputOf<"POST /automations/{automation_id}/nodes/{key}/test-webhook">;

/** Calls the receiver of the saved step with the data of one contact, and shows what it answered. */
export function WebhookTrial({ node }: { node: string }) {
  const t = useMessages(webhookTrialMessages);
  const can = useCan();
  const { data, canEdit, isSaved } = useAutomationEditor();
  const [result, setResult] = useState<Result>();
  const form = useApiForm({
    initial: { email: "" },
    messages: {
      "not_found contact": t.unknown,
      "rate_limited webhook-trials": t.limit,
      "unavailable data_key": t.noKey,
    },
    fields: { "not_found contact": "email" },
    send: async ({ email }) => {
      setResult(undefined);
      const contact = await findContact(email);
      if (contact === undefined) {
        form.setError("email", { message: t.unknown }, { shouldFocus: true });
        return;
      }
      const params = { automation_id: data.automation.id, key: node };
      const body = { contactId: contact.id };
      setResult(await call("POST /automations/{automation_id}/nodes/{key}/test-webhook", { params, body }));
    },
  });
  if (!canEdit || !can("contacts")) return null;
  return (
    <section className={classes["content"]} aria-label={t.title}>
      <h3>{t.title}</h3>
      <p className={classes["note"]}>{isSaved ? t.text : t.unsaved}</p>
      {isSaved && (
        <Form form={form} foot={<SubmitButton form={form}>{t.send}</SubmitButton>}>
          <TextField form={form} name="email" type="email" label={t.email} />
        </Form>
      )}
      {result !== undefined && <Answer result={result} />}
    </section>
  );
}

function Answer({ result: { ok, status, ms, error, body } }: { result: Result }) {
  const t = useMessages(webhookTrialMessages);
  const { errors } = useMessages(tabMessages).webhook;
  return (
    <div className={classes["content"]} role="status" aria-label={t.result}>
      <Callout tone={ok ? "good" : "bad"}>
        {status === null ? t.failed(errors[error ?? "connection"]) : t.answered(status)} {t.took(ms)}
      </Callout>
      {status !== null && body === "" && <p className={classes["note"]}>{t.noBody}</p>}
      {body !== "" && <CodeBlock code={body} name={t.body} />}
    </div>
  );
}
