import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { read, useChange } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useWords } from "../../i18n/words.tsx";
import { Card, CardStack } from "../../ui/display/card.tsx";
import { PageHead } from "../../ui/display/page-head.tsx";
import { RadioField } from "../../ui/form/choice-fields.tsx";
import { SaveForm } from "../../ui/form/form.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { Requests } from "./requests.tsx";
import { assistantsWords } from "./words.ts";

export function Page() {
  const t = useWords(assistantsWords);
  const can = useCan();
  return (
    <>
      <PageHead title={t.title} facts={t.facts} />
      <CardStack>
        <Requests />
        {can("settings") && <SendingCard canChange={can("settings", "full")} />}
      </CardStack>
    </>
  );
}

function SendingCard({ canChange }: { canChange: boolean }) {
  const { sending: t } = useWords(assistantsWords);
  const { data, error, refetch } = useQuery(read("GET /company"));
  return (
    <Card title={t.title}>
      {data !== undefined && <SendingForm chosen={data.assistantSending} canChange={canChange} />}
      {data === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
    </Card>
  );
}

type Choice = OutputOf<"GET /company">["assistantSending"];

function SendingForm({ chosen, canChange }: { chosen: Choice; canChange: boolean }) {
  const { sending: t } = useWords(assistantsWords);
  const toast = useToasts();
  const update = useChange("PATCH /company", { refresh: ["GET /company"] });
  const form = useApiForm<{ assistantSending: Choice }>({
    initial: { assistantSending: chosen },
    send: async (body) => {
      await update.mutateAsync({ body });
      toast.done(t.saved);
    },
  });
  return (
    <SaveForm form={form} submit={t.save} canChange={canChange}>
      <RadioField
        form={form}
        name="assistantSending"
        label={t.label}
        isDisabled={!canChange}
        options={(["never", "approval", "token"] as const).map((value) => ({
          value,
          label: t.options[value],
          note: t.notes[value],
        }))}
      />
    </SaveForm>
  );
}
