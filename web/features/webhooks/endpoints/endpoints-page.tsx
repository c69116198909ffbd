import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { SecretDialog } from "../../../ui/dialog/secret-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { CardStack } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { WebhookTabs } from "../webhook-tabs.tsx";
import { EndpointCard } from "./endpoint-card.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { endpointsMessages } from "./messages.ts";
import type { Endpoint } from "./endpoint.ts";

/** What waits and the last call change by themselves. */
const refetchInterval = 10_000;

export function Page() {
  const t = useMessages(endpointsMessages);
  const [edited, setEdited] = useState<Endpoint | "new">();
  const [secret, setSecret] = useState<string>();
  const { data, error, refetch } = useQuery({ ...read("GET /webhook-endpoints"), refetchInterval });
  const canAdd = data !== undefined && data.items.length < data.limit;
  const addButton = canAdd ? <AddButton label={t.add} onClick={() => setEdited("new")} /> : undefined;
  const close = () => setEdited(undefined);
  return (
    <>
      <PageHeader
        title={t.title}
        facts={data !== undefined && t.facts(data.items.length, data.limit)}
        actions={addButton}
      />
      <WebhookTabs />
      {data === undefined && <WaitingCard error={error} what={t.title} onRetry={refetch} />}
      {data?.items.length === 0 && <Empty title={t.empty} text={t.emptyText} action={addButton} />}
      <CardStack>
        {data?.items.map((endpoint) => (
          <EndpointCard key={endpoint.id} endpoint={endpoint} onEdit={() => setEdited(endpoint)} onSecret={setSecret} />
        ))}
      </CardStack>
      <FormDialog isOpen={edited !== undefined} onClose={close} title={edited === "new" ? t.add : t.edit}>
        {edited !== undefined && (
          <EndpointForm
            endpoint={edited === "new" ? undefined : edited}
            events={data?.events ?? []}
            onClose={close}
            onSecret={setSecret}
          />
        )}
      </FormDialog>
      <SecretDialog
        isOpen={secret !== undefined}
        title={t.secret.title}
        note={t.secret.note}
        secret={secret ?? ""}
        copyLabel={t.secret.copy}
        storedLabel={t.secret.stored}
        onDone={() => setSecret(undefined)}
      />
    </>
  );
}
