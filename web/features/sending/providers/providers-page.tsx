import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable, type RecordColumn } from "../../../ui/display/record-table.tsx";
import { Status, type StatusAppearance } from "../../../ui/display/status.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { SendingSection } from "../section.tsx";
import { providersMessages, type ProvidersMessages } from "./messages.ts";
import classes from "../sending.module.css";

type SlowedProvider = OutputOf<"GET /deliverability/providers">["items"][number];

const appearances: Readonly<Record<SlowedProvider["state"], StatusAppearance>> = {
  throttled: { shape: "bars", tone: "bad" },
  limited: { shape: "half", tone: "warn" },
  recovered: { shape: "tick", tone: "good" },
};

/** Mailbox providers that asked to slow down, with what was learned from it. */
export function Page() {
  const t = useMessages(providersMessages);
  const { data, error, refetch } = useQuery(read("GET /deliverability/providers"));
  const columns = useProviderColumns();
  return (
    <SendingSection>
      <Card title={t.title} flush>
        <div className={classes["pad"]}>
          <p>{t.text}</p>
        </div>
        {data === undefined && <Waiting error={error} what={t.title} onRetry={refetch} />}
        {data?.items.length === 0 && <p className={classes["pad"]}>{t.none}</p>}
        {data !== undefined && data.items.length > 0 && (
          <RecordTable
            label={t.title}
            rows={data.items}
            rowId={({ provider, domain }) => `${provider ?? ""} ${domain}`}
            columns={columns}
          />
        )}
      </Card>
    </SendingSection>
  );
}

function useProviderColumns(): readonly RecordColumn<SlowedProvider>[] {
  const t = useMessages(providersMessages);
  return [
    {
      key: "provider",
      head: t.columns.provider,
      cell: ({ provider, domain }) => (
        <RecordName note={provider === null ? undefined : domain}>{provider ?? domain}</RecordName>
      ),
    },
    {
      key: "state",
      head: t.columns.state,
      cell: ({ state }) => <Status appearance={appearances[state]} label={t.states[state]} />,
    },
    { key: "limit", head: t.columns.limit, cell: (slowed) => describeLimit(slowed, t) },
    {
      key: "reason",
      head: t.columns.reason,
      isWide: true,
      cell: ({ reply, deferredAt }) => t.reason(reply, deferredAt),
    },
  ];
}

function describeLimit({ nextAttemptAt, perMinute, deferredPerMinute }: SlowedProvider, t: ProvidersMessages): string {
  if (nextAttemptAt !== null) return t.nextAttempt(nextAttemptAt);
  return perMinute === null ? t.unlimited : t.limit(perMinute, deferredPerMinute ?? perMinute);
}
