import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../../../api/operations.ts";
import { read } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { Card } from "../../../../ui/display/card.tsx";
import type { Tone } from "../../../../ui/display/status.tsx";
import { Timeline, type TimelineDay } from "../../../../ui/display/timeline.tsx";
import {
  IconCircleCheck,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
  type Icon,
} from "../../../../ui/icons.ts";
import { Notice } from "../../../../ui/state/failure.tsx";
import { Waiting } from "../../../../ui/state/waiting.tsx";
import type { TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import classes from "./report.module.css";

type Entry = OutputOf<"GET /campaigns/{campaign_id}/history">["items"][number];

const changed: readonly [Icon, Tone] = [IconPencil, "mute"];
const recorded: readonly [Icon, Tone] = [IconHistory, "mute"];

const appearances: Readonly<Record<Entry["change"], readonly [Icon, Tone]>> = {
  created: recorded,
  copied: recorded,
  approval_requested: recorded,
  approval_given: [IconCircleCheck, "good"],
  approval_refused: [IconX, "warn"],
  approved: [IconSend, "accent"],
  send_again: [IconSend, "accent"],
  pause: [IconPlayerPause, "warn"],
  resume: [IconPlayerPlay, "accent"],
  cancel: [IconX, "bad"],
  updated: changed,
  content_saved: changed,
  variants_changed: recorded,
  returned_to_draft: recorded,
  mark_sent: recorded,
};

const step = 25;

/** What members, keys and assistants did to the campaign. */
export function HistoryTab({ campaign }: TabProps) {
  const t = useMessages(reportMessages);
  const [size, setSize] = useState(step);
  const { data, error, refetch, isFetching } = useQuery({
    ...read("GET /campaigns/{campaign_id}/history", {
      params: { campaign_id: campaign.id },
      query: { pageSize: Math.min(size, 100) },
    }),
    placeholderData: (previous) => previous,
  });
  const days = useDays(data?.items ?? []);
  const older = data === undefined || size >= 100 ? 0 : data.total - data.items.length;
  return (
    <Card title={t.history}>
      {data === undefined && <Waiting error={error} what={t.history} onRetry={refetch} />}
      {data?.items.length === 0 && <Notice title={t.noHistory} />}
      <Timeline days={days} />
      {older > 0 && (
        <div className={classes["older"]}>
          <Button variant="default" size="xs" loading={isFetching} onClick={() => setSize(size + step)}>
            {t.older(older)}
          </Button>
        </div>
      )}
    </Card>
  );
}

function useDays(entries: readonly Entry[]): TimelineDay[] {
  const t = useMessages(reportMessages);
  const { date, time } = useFormats();
  const days = new Map<string, TimelineDay["entries"]>();
  for (const { id, at, change, actor } of entries) {
    const [EventIcon, tone] = appearances[change];
    const entry = {
      id,
      icon: <EventIcon size={12} />,
      tone,
      title: t.changes[change],
      detail: actor === null ? "" : actorName(actor, t.viaClient),
      aside: time(at),
    };
    days.set(date(at), [...(days.get(date(at)) ?? []), entry]);
  }
  return [...days].map(([day, dayEntries]) => ({ day, entries: dayEntries }));
}

const actorName = (
  { client, member }: NonNullable<Entry["actor"]>,
  viaClient: (client: string, member: string) => string,
): string => (client === null ? member.email : viaClient(client, member.email));
