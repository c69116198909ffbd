import { useQuery } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Callout } from "../../../../ui/display/callout.tsx";
import { Card, CardStack } from "../../../../ui/display/card.tsx";
import { PageLink } from "../../../../ui/display/page-link.tsx";
import { ReachBar, type ReachPart } from "../../../../ui/display/reach-bar.tsx";
import { IconAlertTriangle, IconClock } from "../../../../ui/icons.ts";
import { Notice } from "../../../../ui/state/failure.tsx";
import { Loading } from "../../../../ui/state/loading.tsx";
import type { Campaign } from "../../appearance.ts";
import { detailMessages } from "../detail-messages.ts";
import { UnknownCallout } from "../unknown-callout.tsx";
import { PaceCard } from "./pace-card.tsx";
import { timeLeft } from "./time-left.ts";
import report from "../report/report.module.css";
import classes from "./sending.module.css";

/** The campaign, and when the server answered with it. */
type ViewProps = { readonly campaign: Campaign; readonly measuredAt: number };

/** How far the sending is, why it does not move, and what came of it so far. */
export function SendingView({ campaign, measuredAt }: ViewProps) {
  const t = useMessages(detailMessages);
  const { dateTime } = useFormats();
  const { status, plannedAt, progress, unknown } = campaign;
  return (
    <CardStack>
      {status === "scheduled" && plannedAt !== null && (
        <Callout tone="accent" icon={<IconClock size={18} />}>
          {t.scheduledText(dateTime(plannedAt))}
        </Callout>
      )}
      {progress.holdReason !== null && <Hold reason={progress.holdReason} isPaused={status === "paused"} />}
      {progress.throttled.length > 0 && <Throttled domains={progress.throttled} />}
      <ProgressCard campaign={campaign} measuredAt={measuredAt} />
      {status === "paused" && unknown > 0 && <UnknownCallout campaign={campaign} />}
      {status === "paused" && <DomainsCard campaign={campaign} />}
      {status === "sending" && (
        <div className={classes["columns"]}>
          <CardStack>
            <PaceCard campaign={campaign} measuredAt={measuredAt} />
            {unknown > 0 && <UnknownCallout campaign={campaign} />}
          </CardStack>
          <DomainsCard campaign={campaign} />
        </div>
      )}
    </CardStack>
  );
}

type HoldReason = NonNullable<Campaign["progress"]["holdReason"]>;

function Hold({ reason, isPaused }: { reason: HoldReason; isPaused: boolean }) {
  const { holds } = useMessages(detailMessages);
  return (
    <Callout tone={isPaused ? "bad" : "warn"} icon={<IconAlertTriangle size={18} />}>
      {holds[reason]}
    </Callout>
  );
}

/** Domains that messages wait for, one line each. */
function Throttled({ domains }: { domains: Campaign["progress"]["throttled"] }) {
  const t = useMessages(detailMessages);
  const { dateTime } = useFormats();
  return (
    <Callout tone="warn" icon={<IconClock size={18} />}>
      {domains.map(({ side, domain, provider, reply, until }) => (
        <div key={`${side} ${domain}`}>{t.throttledDomain(provider ?? domain, reply, dateTime(until))}</div>
      ))}
    </Callout>
  );
}

const order = [
  ["delivered", "accent"],
  ["softbounced", "warn"],
  ["hardbounced", "bad"],
  ["failed", "bad"],
  ["unknown", "plum"],
  ["skipped", "mute"],
  ["waiting", "grey"],
] as const;

/** All messages by what came of them; those that wait are last. */
function useParts({ status, counts, progress }: Campaign): ReachPart[] {
  const { states } = useMessages(detailMessages);
  const numbers = {
    delivered: (counts["sent"] ?? 0) + (counts["delivered"] ?? 0),
    softbounced: counts["softbounced"] ?? 0,
    hardbounced: counts["hardbounced"] ?? 0,
    failed: progress.failed,
    unknown: progress.unknown,
    skipped: progress.skipped,
    // Messages are written when the sending starts.
    waiting: status === "scheduled" ? progress.recipients : progress.waiting,
  };
  return order.map(([key, tone]) => ({ key, tone, label: states[key], count: numbers[key] }));
}

function ProgressCard({ campaign, measuredAt }: ViewProps) {
  const t = useMessages(detailMessages);
  const { number, percent } = useFormats();
  const { progress } = campaign;
  const parts = useParts(campaign);
  const { sent, recipients } = progress;
  const always = new Set(["delivered", "waiting"]);
  return (
    <Card>
      <div className={classes["head"]}>
        <p>
          <b>{number(sent)}</b> {t.ofSent(recipients, percent(recipients === 0 ? 0 : sent / recipients))}
        </p>
        <Speed campaign={campaign} measuredAt={measuredAt} />
      </div>
      <ReachBar parts={parts} label={t.progressLabel(sent, recipients)} height={14} withLegend={false} inOrder />
      <dl className={classes["states"]}>
        {parts
          .filter(({ key, count }) => count > 0 || always.has(key))
          .map(({ key, label, count, tone }) => (
            <div key={key} data-tone={tone}>
              <dt>{label}</dt>
              <dd>{number(count)}</dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}

/** The average since the start, and the estimate of the server. */
function Speed({ campaign: { status, startedAt, progress }, measuredAt }: ViewProps) {
  const t = useMessages(detailMessages);
  if (status !== "sending" || startedAt === null) return null;
  const seconds = Math.max(1, (measuredAt - Date.parse(startedAt)) / 1000);
  const rate = progress.sent / seconds;
  const left = progress.estimatedEndAt === null ? undefined : timeLeft(progress.estimatedEndAt, measuredAt);
  const names = { minutes: t.minutesShort, hours: t.hoursShort, days: t.daysShort };
  return (
    <p className={classes["speed"]}>
      <IconClock size={16} />
      {left !== undefined && (
        <>
          {t.left} <b>{names[left.unit](left.count)}</b> ·{" "}
        </>
      )}
      {rate >= 1 ? t.perSecond(Math.round(rate)) : t.perMinute(Math.round(rate * 60))}
    </p>
  );
}

const shownDomains = 5;

function DomainsCard({ campaign }: { campaign: Campaign }) {
  const t = useMessages(detailMessages);
  const { number, percent } = useFormats();
  const { data } = useQuery({
    ...read("GET /stats/campaigns/{campaign_id}", {
      params: { campaign_id: campaign.id },
      query: { rows: shownDomains },
    }),
    refetchInterval: campaign.status === "sending" ? 10_000 : false,
  });
  const rows = data === undefined ? [] : data.byDomain.slice(0, shownDomains);
  const others = data?.otherDomains;
  return (
    <Card title={t.byDomain} flush>
      {data === undefined && <Loading />}
      {data !== undefined && rows.length === 0 && <Notice title={t.noDomains} />}
      {rows.length > 0 && (
        <table className={report["table"]}>
          <thead>
            <tr>
              <th scope="col">{t.domain}</th>
              <th scope="col">{t.sent}</th>
              <th scope="col">{t.deliveredShare}</th>
              <th scope="col">{t.bouncedCount}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ domain, sent, bounced, rates }) => (
              <tr key={domain}>
                <th scope="row">{domain}</th>
                <td>{number(sent)}</td>
                <td>{percent(rates.delivered)}</td>
                <td>{number(bounced)}</td>
              </tr>
            ))}
            {others !== undefined && others.domains > 0 && (
              <tr>
                <th scope="row">{t.otherDomains(others.domains)}</th>
                <td>{number(others.sent)}</td>
                <td>{percent(others.rates.delivered)}</td>
                <td>{number(others.bounced)}</td>
              </tr>
            )}
          </tbody>
        </table>
      )}
      <p className={classes["every"]}>
        <PageLink path="/campaigns/$campaignId" params={{ campaignId: campaign.id }} search={{ tab: "recipients" }}>
          {t.everyMessage}
        </PageLink>{" "}
        {t.rows(campaign.progress.recipients)}
      </p>
    </Card>
  );
}
