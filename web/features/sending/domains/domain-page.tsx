import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { read, useChange } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { unicodeDomain } from "../../../ui/names/web-address.ts";
import { useMessages } from "../../../i18n/messages.tsx";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, TwoColumns } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { IconRefresh } from "../../../ui/icons.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { useToasts } from "../../../ui/state/toasts.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { DomainConnectionCard } from "../connections/domain-connection.tsx";
import { sendingMessages } from "../messages.ts";
import { DnsRecordRow, namesService, type SendingDomain } from "./dns-record.tsx";
import { DomainMenu } from "./domain-menu.tsx";
import { DomainDmarcCard, DomainSendersCard, DomainStateCard } from "./domain-cards.tsx";
import { domainsMessages } from "./messages.ts";
import classes from "../sending.module.css";

const checkEveryMs = 60_000;

export function Page() {
  const ui = useMessages(uiMessages);
  const t = useMessages(domainsMessages);
  const { domainId } = useParams({ from: "/deliverability/domains/$domainId" });
  const { data, error, refetch } = useQuery(read("GET /sending/setup"));
  const domain = data?.domains.find(({ id }) => id === domainId);
  if (data !== undefined && domain !== undefined) return <DomainDetail domain={domain} publicHost={data.publicHost} />;
  return (
    <Card flush>
      {data !== undefined && <Notice title={ui.failed.notFound} text={ui.failed.notFoundText} />}
      {data === undefined && <Waiting error={error} what={t.error} lines={6} onRetry={refetch} />}
    </Card>
  );
}

function DomainDetail({ domain, publicHost }: { domain: SendingDomain; publicHost: string | null }) {
  const t = useMessages(domainsMessages);
  const section = useMessages(sendingMessages);
  const can = useCan();
  const { records, checkedAt, createdAt } = domain;
  const found = records.filter(({ ok }) => ok).length;
  const isComplete = found === records.length;
  const canChange = can("settings", "full");
  return (
    <>
      <Breadcrumbs parent={section.title} to="/deliverability" current={unicodeDomain(domain.domain)} />
      <PageHeader
        title={unicodeDomain(domain.domain)}
        isDetail
        status={
          <StatusPill
            appearance={isComplete ? { shape: "tick", tone: "good" } : { shape: "dashed", tone: "warn" }}
            label={isComplete ? t.allFound : t.foundRecords(found, records.length)}
          />
        }
        facts={`${t.added(createdAt)} · ${checkedAt === null ? t.neverChecked : t.checked(checkedAt)}`}
        actions={
          canChange && (
            <>
              <Button component="a" variant="default" href={composeMail(domain, publicHost, t)}>
                {t.sendToColleague}
              </Button>
              <CheckButton domainId={domain.id} isComplete={isComplete} />
              <DomainMenu domain={domain} />
            </>
          )
        }
      />
      <TwoColumns
        main={
          <Card title={t.records} aside={t.recordsNote} flush>
            {publicHost === null && (
              <div className={classes["pad"]}>
                <Callout tone="warn">
                  <b>{t.noHost}</b> {t.noHostText}
                </Callout>
              </div>
            )}
            {records.map((record) => (
              <DnsRecordRow
                key={record.kind + record.name}
                record={record}
                isChecked={checkedAt !== null}
                isWaiting={publicHost === null && namesService(record)}
              />
            ))}
          </Card>
        }
        side={
          <>
            <DomainStateCard domain={domain} />
            <DomainConnectionCard domain={domain} canChange={canChange} />
            <DomainDmarcCard domain={domain.domain} />
            <DomainSendersCard domain={domain.domain} />
          </>
        }
      />
    </>
  );
}

/** Checks on request, and every minute while the page is open and a record is missing. */
function CheckButton({ domainId, isComplete }: { domainId: string; isComplete: boolean }) {
  const t = useMessages(domainsMessages);
  const toast = useToasts();
  const params = { domain_id: domainId };
  const refresh = ["GET /sending/setup", "GET /onboarding", "GET /deliverability/senders"] as const;
  const check = useChange("POST /sending/domains/{domain_id}/check", {
    refresh,
    onDone: () => toast.done(t.checkedDone),
    onFailed: (error) => toast.failed(error, error.is("unavailable dns") ? t.dnsDown : undefined),
  });
  const { mutate } = useChange("POST /sending/domains/{domain_id}/check", { refresh });
  useEffect(() => {
    if (isComplete) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") mutate({ params: { domain_id: domainId } });
    }, checkEveryMs);
    return () => clearInterval(timer);
  }, [domainId, isComplete, mutate]);
  return (
    <Button leftSection={<IconRefresh size={16} />} loading={check.isPending} onClick={() => check.mutate({ params })}>
      {t.check}
    </Button>
  );
}

type MailMessages = {
  readonly mailSubject: (domain: string) => string;
  readonly mailIntro: (domain: string) => string;
  readonly kinds: Readonly<Record<SendingDomain["records"][number]["kind"], string>>;
};

function composeMail({ domain, records }: SendingDomain, publicHost: string | null, t: MailMessages): string {
  const settable = records.filter((record) => publicHost !== null || !namesService(record));
  const lines = settable.flatMap(({ kind, name, type, expected }) =>
    expected === null ? [] : [`${t.kinds[kind]} (${type})`, name, expected, ""],
  );
  const body = [t.mailIntro(domain), "", ...lines].join("\n");
  return `mailto:?subject=${encodeURIComponent(t.mailSubject(domain))}&body=${encodeURIComponent(body)}`;
}
