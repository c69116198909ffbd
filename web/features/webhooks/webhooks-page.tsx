import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/operations.ts";
import { read } from "../../api/queries.ts";
import { useWords } from "../../i18n/words.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Card, CardStack } from "../../ui/display/card.tsx";
import { PageHead } from "../../ui/display/page-head.tsx";
import { IconPlus } from "../../ui/icons.ts";
import { Empty } from "../../ui/state/empty.tsx";
import { Failure } from "../../ui/state/failure.tsx";
import { Loading } from "../../ui/state/loading.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { webhooksWords } from "./words.ts";

export type Webhook = OutputOf<"GET /account-webhooks">["items"][number];

/** The lag and the errors change by themselves. */
const refetchInterval = 10_000;

export function Page() {
  const t = useWords(webhooksWords);
  const [edited, setEdited] = useState<Webhook | "new">();
  const { data, error, refetch } = useQuery({ ...read("GET /account-webhooks"), refetchInterval });
  const canAdd = data !== undefined && data.items.length < data.limit;
  const addButton = canAdd ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited("new")}>
      {t.add}
    </Button>
  ) : undefined;
  const close = () => setEdited(undefined);
  return (
    <>
      <PageHead
        title={t.title}
        facts={data !== undefined && t.facts(data.items.length, data.limit)}
        actions={addButton}
      />
      {data === undefined && (
        <Card flush>
          {error === null ? (
            <Loading lines={6} />
          ) : (
            <Failure error={error} what={t.title} onRetry={() => void refetch()} />
          )}
        </Card>
      )}
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
