import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { unicodeDomain } from "../../../ui/names/web-address.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card, TwoColumns } from "../../../ui/display/card.tsx";
import { CopyButton } from "../../../ui/display/copy-button.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { RecordName, RecordTable } from "../../../ui/display/record-table.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { SendingSection } from "../section.tsx";
import { dmarcMessages } from "./messages.ts";
import classes from "../sending.module.css";

type Overview = OutputOf<"GET /deliverability/dmarc">;
type Report = OutputOf<"GET /deliverability/dmarc/report">;

export function Page() {
  const t = useMessages(dmarcMessages);
  const overview = useQuery(read("GET /deliverability/dmarc"));
  const report = useQuery(read("GET /deliverability/dmarc/report"));
  const { data: setup } = useQuery(read("GET /sending/setup"));
  const { data } = overview;
  return (
    <SendingSection>
      <TwoColumns
        main={
          <>
            <Card title={t.byDomain} flush>
              {data === undefined && <Waiting error={overview.error} what={t.title} onRetry={overview.refetch} />}
              {data?.items.length === 0 && <Notice title={t.none} text={t.noneText} />}
              {data !== undefined && data.items.length > 0 && <DomainTable items={data.items} />}
            </Card>
            {report.data !== undefined && report.data.items.length > 0 && <SourceCard report={report.data} />}
          </>
        }
        side={
          <>
            {data !== undefined && setup !== undefined && (
              <AddressCard address={setup.publicHost === null ? undefined : data.reportAddress} />
            )}
            {report.data !== undefined && report.data.messages > 0 && <SummaryCard report={report.data} />}
          </>
        }
      />
    </SendingSection>
  );
}

function DomainTable({ items }: { items: Overview["items"] }) {
  const t = useMessages(dmarcMessages);
  const { number, percent } = useFormats();
  return (
    <RecordTable
      label={t.byDomain}
      rows={items}
      rowId={({ domain }) => domain}
      columns={[
        {
          key: "domain",
          head: t.columns.domain,
          cell: ({ domain, lastReportAt }) => (
            <RecordName note={lastReportAt === null ? "" : t.last(lastReportAt)}>{unicodeDomain(domain)}</RecordName>
          ),
        },
        { key: "policy", head: t.columns.policy, isWide: true, cell: ({ policy }) => policy ?? t.noPolicy },
        {
          key: "reports",
          head: t.columns.reports,
          align: "end",
          isWide: true,
          cell: ({ reports, reporters }) => (
            <RecordName note={reporters > 0 ? t.reporters(reporters) : ""}>{number(reports)}</RecordName>
          ),
        },
        { key: "messages", head: t.columns.messages, align: "end", cell: ({ messages }) => number(messages) },
        {
          key: "passed",
          head: t.columns.passed,
          align: "end",
          cell: ({ passed, messages }) => (messages === 0 ? "–" : percent(passed / messages)),
        },
      ]}
    />
  );
}

function SourceCard({ report: { items, truncated } }: { report: Report }) {
  const t = useMessages(dmarcMessages);
  const { number } = useFormats();
  const result = (word: "pass" | "fail") => (
    <Status
      appearance={word === "pass" ? { shape: "tick", tone: "good" } : { shape: "cross", tone: "bad" }}
      label={t[word]}
    />
  );
  return (
    <Card title={t.bySource} aside={truncated ? t.truncated : undefined} flush>
      <RecordTable
        label={t.bySource}
        rows={items}
        rowId={({ domain, source, headerFrom, dkim, spf, disposition }) =>
          [domain, source, headerFrom, dkim, spf, disposition].join(" ")
        }
        columns={[
          {
            key: "source",
            head: t.columns.source,
            cell: ({ source, headerFrom }) => <RecordName note={headerFrom}>{source}</RecordName>,
          },
          { key: "dkim", head: t.columns.dkim, cell: ({ dkim }) => result(dkim) },
          { key: "spf", head: t.columns.spf, isWide: true, cell: ({ spf }) => result(spf) },
          {
            key: "disposition",
            head: t.columns.disposition,
            isWide: true,
            cell: ({ disposition }) => t.dispositions[disposition],
          },
          { key: "messages", head: t.columns.messages, align: "end", cell: ({ messages }) => number(messages) },
        ]}
      />
    </Card>
  );
}

/** Without a public host of the service no report would arrive. */
function AddressCard({ address }: { address: string | undefined }) {
  const t = useMessages(dmarcMessages);
  if (address === undefined) return <Card title={t.address}>{t.noHost}</Card>;
  return (
    <Card title={t.address}>
      <span className={classes["value"]}>
        <code>{address}</code>
        <CopyButton text={address} name={t.address} />
      </span>
      <p className={classes["note"]}>{t.addressHint}</p>
    </Card>
  );
}

function SummaryCard({ report: { passed, failed } }: { report: Report }) {
  const t = useMessages(dmarcMessages);
  return (
    <Card title={t.title}>
      <ReachBar
        label={t.summary(passed, failed)}
        parts={[
          { key: "passed", label: t.passed, count: passed, tone: "accent" },
          { key: "failed", label: t.failed, count: failed, tone: "bad" },
        ]}
      />
    </Card>
  );
}
