import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../api/queries.ts";
import { useMessages } from "../../i18n/messages.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../ui/display/add-button.tsx";
import { CardStack } from "../../ui/display/card.tsx";
import { PageHeader } from "../../ui/display/page-header.tsx";
import { Empty } from "../../ui/state/empty.tsx";
import { WaitingCard } from "../../ui/state/waiting.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookTabs } from "./webhook-tabs.tsx";
import { webhooksMessages } from "./messages.ts";
import type { Webhook } from "./webhook.ts";

/** The lag and the errors change by themselves. */
const refetchInterval = 10_000;

export function Page() {
  const t = useMessages(webhooksMessages);
  const [edited, setEdited] = useState<Webhook | "new">();
  const { data, error, refetch } = useQuery({ ...read("GET /account-webhooks"), refetchInterval });
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
        {data?.items.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
        ))}
      </CardStack>
      <FormDialog isOpen={edited !== undefined} onClose={close} title={edited === "new" ? t.add : t.edit}>
        {edited !== undefined && (
          <WebhookForm
            webhook={edited === "new" ? undefined : edited}
            silentEvents={data?.silentEvents ?? []}
            onClose={close}
          />
        )}
      </FormDialog>
    </>
  );
}
