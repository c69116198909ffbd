import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { unicodeDomain } from "../../../ui/names/web-address.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { Card, TwoColumns } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable } from "../../../ui/display/record-table.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { SendingSection } from "../section.tsx";
import { SetupCard } from "../setup-card.tsx";
import { AddDomainDialog } from "./add-domain-dialog.tsx";
import type { SendingDomain } from "./dns-record.tsx";
import { MonitoredCard } from "./monitored-card.tsx";
import { domainsMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(domainsMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(read("GET /sending/setup"));
  const canAdd = can("settings", "full");
  const addButton = canAdd ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined;
  const hasDomains = data !== undefined && data.domains.length > 0;
  return (
    <SendingSection actions={hasDomains ? addButton : undefined}>
      {data === undefined ? (
        <WaitingCard error={error} what={t.error} onRetry={refetch} />
      ) : (
        <TwoColumns
          main={
            <>
              {hasDomains ? (
                <Card title={t.domains} flush>
                  <DomainTable domains={data.domains} />
                </Card>
              ) : (
                <Empty title={t.empty} text={t.emptyText} action={addButton} />
              )}
              <MonitoredCard />
            </>
          }
          side={<SetupCard items={data.items} />}
        />
      )}
      <AddDomainDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </SendingSection>
  );
}

function DomainTable({ domains }: { domains: readonly SendingDomain[] }) {
  const t = useMessages(domainsMessages);
  const { ago } = useFormats();
  return (
    <RecordTable
      label={t.domains}
      rows={domains}
      rowId={({ id }) => id}
      columns={[
        {
          key: "domain",
          head: t.columns.domain,
          cell: ({ id, domain, createdAt }) => (
            <RecordName note={t.added(createdAt)}>
              <Link to="/deliverability/domains/$domainId" params={{ domainId: id }}>
                {unicodeDomain(domain)}
              </Link>
            </RecordName>
          ),
        },
        {
          key: "state",
          head: t.columns.state,
          cell: ({ verified }) =>
            verified ? (
              <Status appearance={{ shape: "tick", tone: "good" }} label={t.verified} />
            ) : (
              <Status appearance={{ shape: "dashed", tone: "warn" }} label={t.waiting} />
            ),
        },
        {
          key: "records",
          head: t.columns.records,
          align: "end",
          cell: ({ records }) => t.found(records.filter(({ ok }) => ok).length, records.length),
        },
        {
          key: "checked",
          head: t.columns.checked,
          align: "end",
          isWide: true,
          cell: ({ checkedAt }) => (checkedAt === null ? t.neverChecked : ago(checkedAt)),
        },
      ]}
    />
  );
}
