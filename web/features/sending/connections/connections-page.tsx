import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable, type RecordColumn } from "../../../ui/display/record-table.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { SendingSection } from "../section.tsx";
import { stateAppearances, type Connection } from "./connection.ts";
import { ConnectionForm } from "./connection-form.tsx";
import { ConnectionMenu } from "./connection-menu.tsx";
import { connectionsMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(connectionsMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /sending/connections"));
  const canChange = can("settings", "full");
  const columns = useConnectionColumns(canChange);
  const addButton = canChange ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined;
  const hasConnections = data !== undefined && data.items.length > 0;
  return (
    <SendingSection actions={hasConnections ? addButton : undefined}>
      {data?.items.length === 0 && <Empty title={t.empty} text={t.emptyText} action={addButton} />}
      {data === undefined && <WaitingCard error={error} what={t.title} lines={4} onRetry={refetch} />}
      {hasConnections && (
        <Card flush>
          <RecordTable label={t.title} rows={data.items} rowId={({ id }) => id} columns={columns} />
        </Card>
      )}
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <ConnectionForm onClose={() => setAdding(false)} />
      </FormDialog>
    </SendingSection>
  );
}

function useConnectionColumns(canChange: boolean): readonly RecordColumn<Connection>[] {
  const t = useMessages(connectionsMessages);
  return [
    {
      key: "name",
      head: t.columns.name,
      cell: ({ name, kind, host, isDefault }) => (
        <RecordName
          note={[t.kinds[kind], host, isDefault ? t.isDefault : ""].filter((part) => part !== "").join(" · ")}
        >
          {name}
        </RecordName>
      ),
    },
    { key: "state", head: t.columns.state, cell: (connection) => <ConnectionState connection={connection} /> },
    {
      key: "sent",
      head: t.columns.sent,
      align: "end" as const,
      cell: ({ sentToday, limits }) => t.sentOf(sentToday, limits.perDay),
    },
    { key: "limits", head: t.columns.limits, isWide: true, cell: ({ limits }) => <Limits limits={limits} /> },
    ...(canChange
      ? [
          {
            key: "actions",
            head: t.columns.actions,
            align: "end" as const,
            cell: (connection: Connection) => <ConnectionMenu connection={connection} />,
          },
        ]
      : []),
  ];
}

function ConnectionState({
  connection: { enabled, state, stateReason, stateCode, retryAt },
}: {
  connection: Connection;
}) {
  const t = useMessages(connectionsMessages);
  const shown = enabled ? state : "off";
  const reason = enabled && stateReason !== null ? t.reasons[stateReason] : "";
  const parts = [reason, stateCode ?? "", enabled && retryAt !== null ? t.retryAt(retryAt) : ""];
  return (
    <RecordName note={parts.filter((part) => part !== "").join(" · ")}>
      <Status appearance={stateAppearances[shown]} label={t.states[shown]} />
    </RecordName>
  );
}

function Limits({ limits: { perSecond, perHour, perDay, connections } }: { limits: Connection["limits"] }) {
  const t = useMessages(connectionsMessages);
  const parts = [
    perSecond === null ? [] : [t.limit.perSecond(perSecond)],
    perHour === null ? [] : [t.limit.perHour(perHour)],
    perDay === null ? [] : [t.limit.perDay(perDay)],
    connections === null ? [] : [t.limit.connections(connections)],
  ].flat();
  return <>{parts.length === 0 ? t.limit.none : parts.join(" · ")}</>;
}
