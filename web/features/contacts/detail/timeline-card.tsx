import { Button, Select } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { InputOf, OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { Card } from "../../../ui/display/card.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { Timeline, type TimelineDay } from "../../../ui/display/timeline.tsx";
import { choiceOf } from "../../../ui/grid/use-grid.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useSourceName } from "../../../ui/names/contact-sources.ts";
import { shortAddress } from "../../../ui/names/web-address.ts";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { contactsMessages } from "../messages.ts";
import { contactEventAppearances } from "./contact-events.ts";
import { detailMessages } from "./messages.ts";
import classes from "./detail.module.css";

const pageSize = 25;

export function TimelineCard({ contactId }: { contactId: string }) {
  const t = useMessages(detailMessages);
  const [pages, setPages] = useState(1);
  const [kind, setKind] = useState<Kind>("all");
  const filter = kind === "all" ? {} : { kind };
  const results = useQueries({
    queries: Array.from({ length: pages }, (_, index) => {
      const query = { page: index + 1, pageSize, details: true, ...filter };
      return read("GET /contacts/{id}/activities", { params: { id: contactId }, query });
    }),
  });
  const [first] = results;
  const failed = results.find(({ error }) => error !== null);
  // What happened meanwhile moves entries to the next page.
  const loaded = new Map(results.flatMap(({ data }) => data?.items ?? []).map((item) => [item.id, item]));
  const days = useDays([...loaded.values()]);
  const older = first?.data === undefined ? 0 : first.data.total - loaded.size;
  return (
    <Card
      title={t.timeline}
      aside={
        <Select
          size="xs"
          w={150}
          aria-label={t.timelineKind}
          data={optionsOf(t.kinds)}
          value={kind}
          onChange={(value) => {
            setKind(choiceOf(t.kinds, value ?? "") ?? "all");
            setPages(1);
          }}
          allowDeselect={false}
        />
      }
    >
      {(first?.data === undefined || failed !== undefined) && (
        <Waiting error={failed?.error ?? null} what={t.timeline} onRetry={() => void failed?.refetch()} />
      )}
      {first?.data?.total === 0 && <Notice title={t.timelineNone} />}
      <Timeline days={days} />
      {older > 0 && (
        <Button
          variant="default"
          size="xs"
          loading={results.some(({ isFetching }) => isFetching)}
          onClick={() => setPages(pages + 1)}
        >
          {t.timelineOlder(older)}
        </Button>
      )}
    </Card>
  );
}

type Kind = "all" | NonNullable<NonNullable<InputOf<"GET /contacts/{id}/activities">["query"]>["kind"]>;
type Activity = OutputOf<"GET /contacts/{id}/activities">["items"][number];

function useDays(activities: readonly Activity[]): TimelineDay[] {
  const t = useMessages(detailMessages);
  const readable = useReadableText();
  const { date, time } = useFormats();
  const statuses: Readonly<Record<string, string>> = useMessages(contactsMessages).statuses;
  const outcomes: Readonly<Record<string, string>> = t.outcomes;
  const sourceName = useSourceName();
  const days = new Map<string, TimelineDay["entries"]>();
  for (const activity of activities) {
    const { id, type, at, title, url } = activity;
    const [EventIcon, tone] = contactEventAppearances[type];
    const entry = {
      id,
      icon: <EventIcon size={12} />,
      tone,
      title: t.events[type],
      detail: (
        <>
          <ActivityLink about={activity.about}>
            {statuses[title] ?? outcomes[title] ?? readable(sourceName(title))}
          </ActivityLink>
          {url !== undefined && <ClickedLink url={url} />}
        </>
      ),
      aside: time(at),
    };
    days.set(date(at), [...(days.get(date(at)) ?? []), entry]);
  }
  return [...days].map(([day, entries]) => ({ day, entries }));
}

const pages = {
  campaign: ["/campaigns/$campaignId", "campaignId"],
  automation: ["/automations/$automationId", "automationId"],
  list: ["/lists/$listId", "listId"],
  order: ["/shop/orders/$orderId", "orderId"],
  form: ["/forms/$formId", "formId"],
  survey: ["/content/surveys/$surveyId", "surveyId"],
} as const;

/** The text leads to what the activity is about. */
function ActivityLink({ about, children }: { about: Activity["about"]; children: string }) {
  if (about === undefined || children === "") return children;
  const [path, param] = pages[about.kind];
  return (
    <PageLink path={path} params={{ [param]: about.id }}>
      {children}
    </PageLink>
  );
}

/** The address that was clicked, as it is read; one with merge tags leads nowhere. */
function ClickedLink({ url }: { url: string }) {
  const readable = useReadableText();
  const isWeb = /^https?:\/\//i.test(url) && !url.includes("{{");
  return (
    <small className={classes["clicked"]}>
      {isWeb ? (
        <a href={url} target="_blank" rel="noreferrer" title={url}>
          {shortAddress(url)}
        </a>
      ) : (
        readable(url)
      )}
    </small>
  );
}
