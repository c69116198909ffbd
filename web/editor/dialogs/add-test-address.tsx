import { useChange } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useWords } from "../../i18n/words.tsx";
import { Form, SubmitButton } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-fields.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { testWords } from "./test-words.ts";

/** Adds an address to those that tests may be sent to. */
export function AddTestAddress({ emails }: { emails: readonly string[] }) {
  const t = useWords(testWords);
  const can = useCan();
  const set = useChange("PUT /test-recipients", { refresh: ["GET /test-recipients"] });
  const form = useApiForm<{ email: string }>({
    initial: { email: "" },
    messages: { "validation emails": t.invalidEmail },
    send: async ({ email }) => {
      await set.mutateAsync({ body: { emails: [...emails, email.trim()] } });
      form.reset({ email: "" });
    },
  });
  if (!can("content", "full")) return null;
  return (
    <Form form={form} foot={null}>
      <TextField form={form} name="email" type="email" label={t.addLabel} />
      <div>
        <SubmitButton form={form}>{t.add}</SubmitButton>
      </div>
    </Form>
  );
}
