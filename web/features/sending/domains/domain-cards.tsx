import { useQuery } from "@tanstack/react-query";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card, Facts } from "../../../ui/display/card.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { Status } from "../../../ui/display/status.tsx";
import type { SendingDomain } from "./dns-record.tsx";
import { domainsMessages } from "./messages.ts";

export function DomainStateCard({ domain }: { domain: SendingDomain }) {
  const t = useMessages(domainsMessages);
  const state = (works: boolean) => (
    <Status
      appearance={works ? { shape: "tick", tone: "good" } : { shape: "dashed", tone: "warn" }}
      label={works ? t.yes : t.no}
    />
  );
  return (
    <Card title={t.works}>
      <Facts
        items={[
          [t.signing, state(domain.verified)],
          [t.kinds.return_path, state(domain.returnPath)],
          [t.kinds.tracking, state(domain.tracking)],
          [t.warmUp, warmUpText(domain, t)],
        ]}
      />
    </Card>
  );
}

type WarmUpMessages = {
  readonly warmUpOff: string;
  readonly warmUpLater: string;
  readonly warmUpDone: string;
  readonly warmUpLimit: (sent: number, limit: number) => string;
};

function warmUpText({ warmUp, verified, dailyLimit, sentToday }: SendingDomain, t: WarmUpMessages): string {
  if (!warmUp) return t.warmUpOff;
  if (!verified) return t.warmUpLater;
  return dailyLimit === null ? t.warmUpDone : t.warmUpLimit(sentToday ?? 0, dailyLimit);
}

export function DomainDmarcCard({ domain }: { domain: string }) {
  const t = useMessages(domainsMessages);
  const { number } = useFormats();
  const { data } = useQuery(read("GET /deliverability/dmarc"));
  const row = data?.items.find((item) => item.domain === domain);
  return (
    <Card title={t.dmarc}>
      {row === undefined || row.messages === 0 ? (
        t.dmarcNone
      ) : (
        <ReachBar
          label={`${t.dmarcPassed} ${number(row.passed)}, ${t.dmarcFailed} ${number(row.failed)}`}
          parts={[
            { key: "passed", label: t.dmarcPassed, count: row.passed, tone: "accent" },
            { key: "failed", label: t.dmarcFailed, count: row.failed, tone: "bad" },
          ]}
        />
      )}
    </Card>
  );
}

export function DomainSendersCard({ domain }: { domain: string }) {
  const t = useMessages(domainsMessages);
  const { data } = useQuery(read("GET /deliverability/senders"));
  const senders = data?.items.filter((sender) => sender.domain === domain) ?? [];
  return (
    <Card title={t.senders}>
      {senders.length === 0 ? t.sendersNone : <Facts items={senders.map(({ name, email }) => [name, email])} />}
    </Card>
  );
}
