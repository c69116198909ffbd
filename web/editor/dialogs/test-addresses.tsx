import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { useChange } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { IconX } from "../../ui/icons.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { testMessages } from "./test-messages.ts";
import classes from "./dialogs.module.css";

type Props = {
  readonly emails: readonly string[];
  readonly skipped: ReadonlySet<string>;
  readonly onToggle: (email: string) => void;
};

/** The only addresses that tests may be sent to: which get this one, and a field for another. */
export function TestAddresses({ emails, skipped, onToggle }: Props) {
  const t = useMessages(testMessages);
  const can = useCan();
  const toast = useToasts();
  const set = useChange("PUT /test-recipients", { refresh: ["GET /test-recipients"] });
  const form = useApiForm<{ email: string }>({
    initial: { email: "" },
    fields: { "validation emails": "email", "validation emails.0": "email" },
    messages: { emails: t.invalidEmail, "emails.0": t.invalidEmail },
    send: async ({ email }) => {
      await set.mutateAsync({ body: { emails: [email.trim(), ...emails] } });
      form.reset({ email: "" });
    },
  });
  const remove = (email: string) =>
    set.mutate({ body: { emails: emails.filter((other) => other !== email) } }, { onError: (e) => toast.failed(e) });
  return (
    <>
      <ul className={classes["emails"]}>
        {emails.map((email) => (
          <li key={email}>
            <Checkbox label={email} checked={!skipped.has(email)} onChange={() => onToggle(email)} />
            {can("content", "full") && (
              <ActionIcon size={28} aria-label={t.removeOne(email)} onClick={() => remove(email)}>
                <IconX size={15} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {can("content", "full") && (
        <Form form={form}>
          <TextField form={form} name="email" type="email" label={t.addLabel} />
          <div>
            <Button type="submit" variant="default" loading={form.formState.isSubmitting}>
              {t.add}
            </Button>
          </div>
        </Form>
      )}
    </>
  );
}
