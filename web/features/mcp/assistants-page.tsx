import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../api/operations.ts";
import { read, useChange } from "../../api/queries.ts";
import { useCan } from "../../api/session.tsx";
import { useMessages } from "../../i18n/messages.tsx";
import { Card, CardStack } from "../../ui/display/card.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { RadioField } from "../../ui/form/choice-fields.tsx";
import { SaveForm } from "../../ui/form/form.tsx";
import { useApiForm } from "../../ui/form/use-api-form.ts";
import { useToasts } from "../../ui/state/toasts.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { Requests } from "./requests.tsx";
import { assistantsMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(assistantsMessages);
  const can = useCan();
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} />
      <CardStack>
        <Requests />
        {can("settings") && <SendingCard canChange={can("settings", "full")} />}
      </CardStack>
    </>
  );
}

function SendingCard({ canChange }: { canChange: boolean }) {
  const { sending: t } = useMessages(assistantsMessages);
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
  const { sending: t } = useMessages(assistantsMessages);
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
