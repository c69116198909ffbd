import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Callout } from "../../../ui/display/callout.tsx";
import { Card, Facts, TwoColumns } from "../../../ui/display/card.tsx";
import { PageHead } from "../../../ui/display/page-head.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Trail } from "../../../ui/display/trail.tsx";
import { IconAlertTriangle } from "../../../ui/icons.ts";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { FeedActions } from "./feed-actions.tsx";
import { FeedItems } from "./feed-items.tsx";
import { errorText, feedLooks, isBusy, type Feed } from "./looks.ts";
import { feedsWords } from "./words.ts";
import classes from "../shop.module.css";

export function Page() {
  const t = useWords(feedsWords);
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
  const t = useWords(feedsWords);
  const can = useCan();
  const problem = errorText(feed, t);
  return (
    <>
      <Trail parent={t.title} to="/shop/feeds" current={feed.name} />
      <PageHead
        title={feed.name}
        isDetail
        status={<StatusPill look={feedLooks[feed.status]} label={t.statuses[feed.status]} />}
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
  const t = useWords(feedsWords);
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
  const t = useWords(feedsWords);
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
