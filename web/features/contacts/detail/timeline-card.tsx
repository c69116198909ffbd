import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Timeline, type TimelineDay } from "../../../ui/display/timeline.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { contactsMessages } from "../messages.ts";
import { contactEventAppearances } from "./contact-events.ts";
import { detailMessages } from "./messages.ts";

const step = 25;

export function TimelineCard({ contactId }: { contactId: string }) {
  const t = useMessages(detailMessages);
  const [size, setSize] = useState(step);
  const query = { pageSize: Math.min(size, 100) };
  const { data, error, refetch, isFetching } = useQuery({
    ...read("GET /contacts/{id}/activities", { params: { id: contactId }, query }),
    placeholderData: (previous) => previous,
  });
  const days = useDays(data?.items ?? []);
  const older = data === undefined || size >= 100 ? 0 : data.total - data.items.length;
  return (
    <Card title={t.timeline}>
      {data === undefined && <Waiting error={error} what={t.timeline} onRetry={refetch} />}
      {data?.items.length === 0 && <Notice title={t.timelineNone} />}
      <Timeline days={days} />
      {older > 0 && (
        <Button variant="default" size="xs" loading={isFetching} onClick={() => setSize(size + step)}>
          {t.timelineOlder(older)}
        </Button>
      )}
    </Card>
  );
}

type Activity = OutputOf<"GET /contacts/{id}/activities">["items"][number];

function useDays(activities: readonly Activity[]): TimelineDay[] {
  const t = useMessages(detailMessages);
  const readable = useReadableText();
  const { date, time } = useFormats();
  const statuses: Readonly<Record<string, string>> = useMessages(contactsMessages).statuses;
  const days = new Map<string, TimelineDay["entries"]>();
  for (const { id, type, at, title } of activities) {
    const [EventIcon, tone] = contactEventAppearances[type];
    const entry = {
      id,
      icon: <EventIcon size={12} />,
      tone,
      title: t.events[type],
      detail: statuses[title] ?? readable(title),
      aside: time(at),
    };
    days.set(date(at), [...(days.get(date(at)) ?? []), entry]);
  }
  return [...days].map(([day, entries]) => ({ day, entries }));
}
