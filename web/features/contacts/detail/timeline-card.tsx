import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import type { Tone } from "../../../ui/display/status.tsx";
import { Timeline, type TimelineDay } from "../../../ui/display/timeline.tsx";
import {
  IconBan,
  IconForms,
  IconHistory,
  IconLayoutList,
  IconMail,
  IconShieldCheck,
  IconShoppingBag,
  IconUser,
  IconUserMinus,
  type Icon,
} from "../../../ui/icons.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { contactsMessages } from "../messages.ts";
import { detailMessages } from "./messages.ts";

/** The longest prefix of the event's type decides. */
const appearances: readonly (readonly [prefix: string, icon: Icon, tone: Tone])[] = [
  ["email_bounced", IconMail, "bad"],
  ["email_complained", IconMail, "bad"],
  ["email_opened", IconMail, "accent"],
  ["email_clicked", IconMail, "accent"],
  ["email_", IconMail, "mute"],
  ["order_", IconShoppingBag, "good"],
  ["coupon_", IconShoppingBag, "good"],
  ["consent_", IconShieldCheck, "teal"],
  ["form_", IconForms, "teal"],
  ["list_", IconLayoutList, "teal"],
  ["unsubscribed", IconUserMinus, "mute"],
  ["blacklisted", IconBan, "bad"],
  ["contact_", IconUser, "mute"],
  ["", IconHistory, "mute"],
];

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

type Activity = { readonly id: string; readonly type: string; readonly at: string; readonly title: string };

function useDays(activities: readonly Activity[]): TimelineDay[] {
  const t = useMessages(detailMessages);
  const readable = useReadableText();
  const { date, time } = useFormats();
  const names: Readonly<Record<string, string>> = t.events;
  const statuses: Readonly<Record<string, string>> = useMessages(contactsMessages).statuses;
  const days = new Map<string, TimelineDay["entries"]>();
  for (const { id, type, at, title } of activities) {
    const [, EventIcon = IconHistory, tone = "mute"] = appearances.find(([prefix]) => type.startsWith(prefix)) ?? [];
    const entry = {
      id,
      icon: <EventIcon size={12} />,
      tone,
      title: names[type] ?? names["other"] ?? type,
      detail: statuses[title] ?? readable(title),
      aside: time(at),
    };
    days.set(date(at), [...(days.get(date(at)) ?? []), entry]);
  }
  return [...days].map(([day, entries]) => ({ day, entries }));
}
