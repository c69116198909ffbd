import { Select } from "@mantine/core";
import { useChange } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { useConnectionChoices } from "./connection.ts";
import { connectionsMessages } from "./messages.ts";

type Props = {
  readonly domain: { readonly id: string; readonly connectionId: string | null };
  readonly canChange: boolean;
};

/** The connection for senders of the domain that name none; shown when the company has connections. */
export function DomainConnectionCard({ domain: { id, connectionId }, canChange }: Props) {
  const t = useMessages(connectionsMessages);
  const toast = useToasts();
  const connections = useConnectionChoices();
  const update = useChange("PATCH /sending/domains/{domain_id}", {
    refresh: ["GET /sending/setup"],
    onDone: () => toast.done(t.chosen),
    onFailed: (error) => toast.failed(error),
  });
  if (connections.length === 0) return null;
  return (
    <Card title={t.title}>
      <Select
        label={t.domainChoice}
        placeholder={t.standard}
        data={connections}
        value={connectionId}
        onChange={(value) => update.mutate({ params: { domain_id: id }, body: { connectionId: value } })}
        disabled={!canChange || update.isPending}
        clearable
        allowDeselect={false}
      />
    </Card>
  );
}
