import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, Facts, TwoColumns } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { IconAlertTriangle } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { FeedActions } from "./feed-actions.tsx";
import { FeedItems } from "./feed-items.tsx";
import { feedAppearances, isBusy, type Feed } from "./appearance.ts";
import { feedsMessages } from "./messages.ts";
import classes from "../shop.module.css";

export function Page() {
  const t = useMessages(feedsMessages);
  const { feedId } = useParams({ from: "/shop/feeds/$feedId" });
  const {
    data: feed,
    error,
    refetch,
  } = useQuery({
    ...read("GET /feeds/{feed_id}", { params: { feed_id: feedId } }),
    refetchInterval: (query) => (query.state.data !== undefined && isBusy(query.state.data) ? 2000 : false),
  });
  if (feed !== undefined) return <FeedDetail feed={feed} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}

function FeedDetail({ feed }: { feed: Feed }) {
  const t = useMessages(feedsMessages);
  const can = useCan();
  const problem = feed.error === null ? undefined : t.errors[feed.error];
  return (
    <>
      <Breadcrumbs parent={t.title} to="/shop/feeds" current={feed.name} />
      <PageHeader
        title={feed.name}
        isDetail
        status={<StatusPill appearance={feedAppearances[feed.status]} label={t.statuses[feed.status]} />}
        facts={[t.itemsCount(feed.items), feed.lastRefreshAt === null ? t.never : t.lastAt(feed.lastRefreshAt)].join(
          " · ",
        )}
        actions={can("settings", "full") && <FeedActions feed={feed} />}
      />
      <TwoColumns
        main={
          <>
            {problem !== undefined && (
              <Callout tone="bad" icon={<IconAlertTriangle size={18} />}>
                {problem}
              </Callout>
            )}
            <FeedItems feedId={feed.id} />
          </>
        }
        side={
          <>
            <SettingsCard feed={feed} />
            {feed.lastResult !== null && <ResultCard result={feed.lastResult} />}
          </>
        }
      />
    </>
  );
}

function SettingsCard({ feed }: { feed: Feed }) {
  const t = useMessages(feedsMessages);
  const { dateTime } = useFormats();
  const { nameOf } = useShops();
  const intervals: Readonly<Record<string, string>> = t.intervals;
  const facts: [string, string][] = [
    [t.facts.kind, t.kinds[feed.kind]],
    [t.facts.shop, nameOf(feed.shopId)],
    [t.facts.url, feed.url ?? t.byHand],
    [t.facts.interval, intervals[String(feed.refreshMinutes)] ?? t.everyMinutes(feed.refreshMinutes)],
    [t.facts.last, feed.lastRefreshAt === null ? "" : dateTime(feed.lastRefreshAt)],
    [t.facts.next, feed.nextRefreshAt === null ? "" : dateTime(feed.nextRefreshAt)],
    [t.facts.currency, feed.currency],
  ];
  return (
    <Card title={t.settings}>
      <Facts items={facts.filter(([, value]) => value !== "")} />
    </Card>
  );
}

function ResultCard({ result }: { result: NonNullable<Feed["lastResult"]> }) {
  const t = useMessages(feedsMessages);
  const { number } = useFormats();
  const { created, updated, unchanged, removed, invalid, problems } = result;
  return (
    <Card title={t.lastRefresh}>
      <Facts
        items={[
          [t.result.created, number(created)],
          [t.result.updated, number(updated)],
          [t.result.unchanged, number(unchanged)],
          [t.result.removed, number(removed)],
          [t.result.invalid, number(invalid)],
        ]}
      />
      {problems.length > 0 && (
        <ul className={classes["problem"]} aria-label={t.problems}>
          {problems.slice(0, 10).map(({ item, code }) => (
            <li key={`${item} ${code}`}>{t.problem(item, code)}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}
