import { useQuery } from "@tanstack/react-query";
import { read } from "../../api/queries.ts";
import { useFormats, useMessages } from "../../i18n/messages.tsx";
import { Card } from "../../ui/display/card.tsx";
import { PageLink } from "../../ui/display/page-link.tsx";
import { RunningList, useRunningActions } from "../../ui/running/running-actions.tsx";
import { Revenue, useRevenue } from "../../ui/revenue/revenue.tsx";
import { Notice } from "../../ui/state/failure.tsx";
import { Waiting } from "../../ui/state/waiting.tsx";
import { overviewMessages } from "./messages.ts";
import classes from "./overview.module.css";

/** Shown only while something runs. */
export function RunningCard() {
  const t = useMessages(overviewMessages);
  const actions = useRunningActions();
  if (actions.length === 0) return null;
  return (
    <Card title={t.running}>
      <RunningList actions={actions} />
    </Card>
  );
}

export function AutomationsCard({ shop }: { shop: string | undefined }) {
  const t = useMessages(overviewMessages);
  const { data, error, refetch } = useQuery(
    read("GET /automations", { query: { status: "active", shop, pageSize: 5 } }),
  );
  const revenueOf = useRevenue("automation", data?.items ?? []);
  return (
    <Card
      title={t.automations}
      aside={
        data === undefined ? undefined : <PageLink path="/automations">{t.runningAutomations(data.total)}</PageLink>
      }
      flush
    >
      {data === undefined && <Waiting error={error} what={t.automations} onRetry={refetch} />}
      {data?.items.length === 0 && <Notice title={t.noAutomations} />}
      <ul className={classes["rows"]}>
        {data?.items.map(({ id, name, entered, sent }) => (
          <li key={id}>
            <span>
              <PageLink path="/automations/$automationId" params={{ automationId: id }} className={classes["name"]}>
                {name}
              </PageLink>
              <small>
                {t.entered(entered)} · {t.sent(sent)}
              </small>
            </span>
            <span>
              <Revenue amounts={revenueOf(id)} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type Rates = { readonly complained: number; readonly bounced: number; readonly unsubscribed: number };

/** Above these shares mailbox providers start to refuse or to sort mail away. */
const limits = { complained: 0.001, bounced: 0.02, unsubscribed: 0.005 } as const;

export function ReputationCard({ rates }: { rates: Rates }) {
  const t = useMessages(overviewMessages);
  const { percent } = useFormats();
  const lines = [
    {
      label: t.complaints,
      rate: rates.complained,
      limit: limits.complained,
      note: t.limit(percent(limits.complained, 2)),
    },
    { label: t.bounced, rate: rates.bounced, limit: limits.bounced, note: t.limit(percent(limits.bounced)) },
    {
      label: t.unsubscribed,
      rate: rates.unsubscribed,
      limit: limits.unsubscribed,
      note: t.usual(percent(limits.unsubscribed)),
    },
  ];
  return (
    <Card title={t.reputation}>
      <dl className={classes["reputation"]}>
        {lines.map(({ label, rate, limit, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{percent(rate, 2)}</dd>
            <dd className={classes["meter"]} aria-hidden="true">
              <b data-bad={rate > limit} style={{ width: `${Math.min(100, (rate / limit) * 60)}%` }} />
            </dd>
            <dd className={classes["limit"]}>{note}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
