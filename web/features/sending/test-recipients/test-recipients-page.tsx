import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { read, useChange } from "../../../api/queries.ts";
import { useCan, useSession } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Form, SubmitButton } from "../../../ui/form/form.tsx";
import { TextField } from "../../../ui/form/text-fields.tsx";
import { useApiForm } from "../../../ui/form/use-api-form.ts";
import { IconTrash } from "../../../ui/icons.ts";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { SendingSection } from "../section.tsx";
import { testRecipientsMessages } from "./messages.ts";
import classes from "./test-recipients.module.css";

export function Page() {
  const t = useMessages(testRecipientsMessages);
  const { data, error, refetch } = useQuery(read("GET /test-recipients"));
  return (
    <SendingSection>
      <div className={classes["narrow"]}>
        <Card title={t.title} aside={data === undefined ? undefined : t.count(data.emails.length)}>
          <p className={classes["text"]}>{t.text}</p>
          {data === undefined ? (
            <Waiting error={error} what={t.title} lines={3} onRetry={refetch} />
          ) : (
            <Recipients emails={data.emails} />
          )}
        </Card>
      </div>
    </SendingSection>
  );
}

/** The API replaces the whole list. */
function Recipients({ emails }: { emails: readonly string[] }) {
  const t = useMessages(testRecipientsMessages);
  const can = useCan();
  const toast = useToasts();
  const canChange = can("content", "full");
  const change = useChange("PUT /test-recipients", {
    refresh: ["GET /test-recipients", "GET /onboarding", "GET /sending-mode", "GET /sending/setup"],
  });
  const remove = (email: string) =>
    change.mutate(
      { body: { emails: emails.filter((one) => one !== email) } },
      { onSuccess: () => toast.done(t.removed(email)), onError: (error) => toast.failed(error) },
    );
  return (
    <>
      {emails.length === 0 && <p>{t.none}</p>}
      <ul className={classes["list"]}>
        {emails.map((email) => (
          <li key={email}>
            {email}
            {canChange && (
              <ActionIcon aria-label={t.remove(email)} onClick={() => remove(email)}>
                <IconTrash size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <AddRecipient
          emails={emails}
          onAdd={async (email) => {
            await change.mutateAsync({ body: { emails: [...emails, email] } });
            toast.done(t.added(email));
          }}
        />
      )}
    </>
  );
}

function AddRecipient({ emails, onAdd }: { emails: readonly string[]; onAdd: (email: string) => Promise<void> }) {
  const ui = useMessages(uiMessages);
  const t = useMessages(testRecipientsMessages);
  const { session } = useSession();
  const own = session.member.email;
  const form = useApiForm({
    initial: { email: emails.includes(own) ? "" : own },
    // The API names the place in the list: `emails.3`.
    fields: { "validation emails": "email", [`validation emails.${emails.length}`]: "email" },
    messages: { "validation emails": ui.invalid.email, [`validation emails.${emails.length}`]: ui.invalid.email },
    send: async ({ email }) => {
      if (emails.includes(email)) {
        form.setError("email", { message: t.taken }, { shouldFocus: true });
        return;
      }
      await onAdd(email.trim());
      form.reset({ email: "" });
    },
  });
  return (
    <div className={classes["add"]}>
      <Form form={form} foot={<SubmitButton form={form}>{t.add}</SubmitButton>}>
        <TextField form={form} name="email" type="email" label={t.label} />
      </Form>
    </div>
  );
}
