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
import { SenderForm, type SenderState } from "./sender-form.tsx";
import { SenderMenu } from "./sender-menu.tsx";
import { sendersMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(sendersMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /deliverability/senders"));
  const canChange = can("settings", "full");
  const columns = useSenderColumns(canChange);
  const addButton = canChange ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined;
  const hasSenders = data !== undefined && data.items.length > 0;
  return (
    <SendingSection actions={hasSenders ? addButton : undefined}>
      {data?.items.length === 0 && <Empty title={t.empty} text={t.emptyText} action={addButton} />}
      {data === undefined && <WaitingCard error={error} what={t.title} lines={4} onRetry={refetch} />}
      {hasSenders && (
        <Card flush>
          <RecordTable label={t.title} rows={data.items} rowId={({ id }) => id} columns={columns} />
        </Card>
      )}
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <SenderForm onClose={() => setAdding(false)} />
      </FormDialog>
    </SendingSection>
  );
}

function useSenderColumns(canChange: boolean): readonly RecordColumn<SenderState>[] {
  const t = useMessages(sendersMessages);
  return [
    {
      key: "sender",
      head: t.columns.sender,
      cell: ({ name, email }) => <RecordName note={email}>{name}</RecordName>,
    },
    {
      key: "state",
      head: t.columns.state,
      cell: ({ verified, verifiedAt }) => (
        <RecordName note={verifiedAt === null ? t.mailSent : t.verifiedAt(verifiedAt)}>
          <Status
            appearance={verified ? { shape: "tick", tone: "good" } : { shape: "dashed", tone: "warn" }}
            label={verified ? t.verified : t.waiting}
          />
        </RecordName>
      ),
    },
    {
      key: "domain",
      head: t.columns.domain,
      isWide: true,
      cell: (row) => (
        <RecordName note={row.domain}>
          <DomainState {...row} />
        </RecordName>
      ),
    },
    { key: "replyTo", head: t.columns.replyTo, isWide: true, cell: ({ replyTo, email }) => replyTo ?? email },
    ...(canChange
      ? [
          {
            key: "actions",
            head: t.columns.actions,
            align: "end" as const,
            cell: (sender: SenderState) => <SenderMenu sender={sender} />,
          },
        ]
      : []),
  ];
}

function DomainState({ sendingDomainId, domainVerified }: SenderState) {
  const t = useMessages(sendersMessages);
  if (sendingDomainId === null) return <Status appearance={{ shape: "cross", tone: "mute" }} label={t.noDomain} />;
  return domainVerified ? (
    <Status appearance={{ shape: "tick", tone: "good" }} label={t.signed} />
  ) : (
    <Status appearance={{ shape: "dashed", tone: "warn" }} label={t.notSigned} />
  );
}
