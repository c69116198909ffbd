import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable, type RecordColumn } from "../../../ui/display/record-table.tsx";
import { StatusPill, type StatusAppearance } from "../../../ui/display/status.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { SendingSection } from "../section.tsx";
import { MailboxForm, type Mailbox } from "./mailbox-form.tsx";
import { MailboxMenu } from "./mailbox-menu.tsx";
import { mailboxesMessages } from "./messages.ts";
import classes from "../sending.module.css";

export function Page() {
  const t = useMessages(mailboxesMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /sending/mailboxes"));
  const canChange = can("settings", "full");
  const columns = useMailboxColumns(canChange);
  return (
    <SendingSection actions={canChange ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined}>
      <Card title={t.title} flush>
        <p className={classes["pad"]}>{t.text}</p>
        {data === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
        {data?.items.length === 0 && <p className={classes["pad"]}>{t.none}</p>}
        {data !== undefined && data.items.length > 0 && (
          <RecordTable label={t.title} rows={data.items} rowId={({ id }) => id} columns={columns} />
        )}
      </Card>
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <MailboxForm mailbox={undefined} onClose={() => setAdding(false)} />
      </FormDialog>
    </SendingSection>
  );
}

const appearances: Readonly<Record<Mailbox["state"], StatusAppearance>> = {
  ok: { shape: "tick", tone: "good" },
  failing: { shape: "dashed", tone: "warn" },
  paused: { shape: "triangle", tone: "bad" },
};

function MailboxState({ mailbox: { enabled, state, stateReason, lastCheckedAt } }: { mailbox: Mailbox }) {
  const t = useMessages(mailboxesMessages);
  if (!enabled) return <StatusPill appearance={{ shape: "slashed", tone: "mute" }} label={t.disabled} />;
  const note = lastCheckedAt === null ? t.waiting : t.readAt(lastCheckedAt);
  return (
    <RecordName note={stateReason === null ? note : t.reasons[stateReason]}>
      <StatusPill appearance={appearances[state]} label={t.states[state]} />
    </RecordName>
  );
}

function useMailboxColumns(canChange: boolean): readonly RecordColumn<Mailbox>[] {
  const t = useMessages(mailboxesMessages);
  return [
    {
      key: "name",
      head: t.columns.name,
      cell: ({ name, username, host }) => <RecordName note={`${username} · ${host}`}>{name}</RecordName>,
    },
    { key: "state", head: t.columns.state, cell: (mailbox) => <MailboxState mailbox={mailbox} /> },
    {
      key: "processed",
      head: t.columns.processed,
      isWide: true,
      cell: ({ processed: { mails, bounces, complaints } }) => t.counts(mails, bounces, complaints),
    },
    ...(canChange
      ? [
          {
            key: "actions",
            head: t.columns.actions,
            align: "end" as const,
            cell: (mailbox: Mailbox) => <MailboxMenu mailbox={mailbox} />,
          },
        ]
      : []),
  ];
}
