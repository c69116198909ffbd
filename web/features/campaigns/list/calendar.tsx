import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { dayAt, startOfDay } from "../../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Card } from "../../../ui/display/card.tsx";
import { StatusGlyph } from "../../../ui/display/status.tsx";
import { IconChevronLeft, IconChevronRight } from "../../../ui/icons.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { statusAppearances, timeOf, type CampaignRow } from "../appearance.ts";
import { campaignsMessages } from "../messages.ts";
import { calendarDays, firstDay, monthInAddress, monthOf, shiftMonth } from "./calendar-days.ts";
import { CampaignLink } from "./columns.tsx";
import classes from "./calendar.module.css";

const pageSize = 100;
const maxPages = 10;

/** Scheduled campaigns, and started ones from the newest back to the month. */
async function campaignsSince(begin: Date): Promise<CampaignRow[]> {
  const found: CampaignRow[] = [];
  const { items: scheduled } = await call("GET /campaigns", {
    query: { status: "scheduled", sort: "plannedAt", pageSize },
  });
  for (let page = 1; page <= maxPages; page++) {
    const { items } = await call("GET /campaigns", { query: { sort: "-startedAt", page, pageSize } });
    found.push(...items.filter(({ startedAt }) => startedAt !== null));
    const oldest = items.at(-1)?.startedAt ?? null;
    if (items.length < pageSize || oldest === null || new Date(oldest) < begin) break;
  }
  return [...scheduled, ...found];
}

/** A month with the campaigns that are planned or were sent in it. */
export function CampaignCalendar() {
  const t = useMessages(campaignsMessages);
  const { language, timeZone } = useFormats();
  const [{ month: given }, changeAddress] = useAddress();
  const month = monthInAddress(given, timeZone);
  const { data, error, refetch } = useQuery({
    queryKey: ["GET /campaigns", { calendar: month, timeZone }],
    queryFn: () => campaignsSince(startOfDay(firstDay(month), timeZone)),
  });
  const name = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(firstDay(month)),
  );
  const go = (months: number) => changeAddress({ month: shiftMonth(month, months) });
  const inMonth = (data ?? []).filter((campaign) => monthOf(dayAt(timeOf(campaign), timeZone)) === month);
  return (
    <Card
      title={name}
      flush
      aside={
        <div className={classes["move"]}>
          <Button variant="default" size="xs" onClick={() => changeAddress({ month: undefined })}>
            {t.calendar.today}
          </Button>
          <ActionIcon aria-label={t.calendar.previous} onClick={() => go(-1)}>
            <IconChevronLeft size={17} />
          </ActionIcon>
          <ActionIcon aria-label={t.calendar.next} onClick={() => go(1)}>
            <IconChevronRight size={17} />
          </ActionIcon>
        </div>
      }
    >
      {data === undefined && <Waiting error={error} what={t.title} lines={6} onRetry={refetch} />}
      {data !== undefined && <Month month={month} campaigns={inMonth} label={t.calendar.label(name)} />}
      {data !== undefined && inMonth.length === 0 && <Notice title={t.calendar.none} />}
    </Card>
  );
}

const shownPerDay = 3;

function Month({ month, campaigns, label }: { month: string; campaigns: readonly CampaignRow[]; label: string }) {
  const t = useMessages(campaignsMessages);
  const { language, time, date, timeZone } = useFormats();
  const days = calendarDays(month);
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  const [now] = useState(() => new Date());
  const today = dayAt(now, timeZone);
  return (
    <ol className={classes["month"]} aria-label={label}>
      {days.slice(0, 7).map((day) => (
        <li key={`head ${day}`} className={classes["head"]} aria-hidden="true">
          {weekday.format(new Date(day))}
        </li>
      ))}
      {days.map((day) => {
        const ofDay = campaigns.filter((campaign) => dayAt(timeOf(campaign), timeZone) === day);
        const isOther = monthOf(day) !== month;
        return (
          <li
            key={day}
            className={classes["day"]}
            data-other={isOther || undefined}
            data-today={day === today || undefined}
            data-empty={ofDay.length === 0 || undefined}
            aria-label={date(day)}
          >
            <span className={classes["number"]}>{Number(day.slice(-2))}</span>
            {ofDay.slice(0, shownPerDay).map((campaign) => (
              <CampaignLink key={campaign.id} campaign={campaign} className={classes["entry"]}>
                <StatusGlyph {...statusAppearances[campaign.status]} />
                <span>{campaign.name}</span>
                <small>{time(timeOf(campaign))}</small>
              </CampaignLink>
            ))}
            {ofDay.length > shownPerDay && <small>{t.calendar.more(ofDay.length - shownPerDay)}</small>}
          </li>
        );
      })}
    </ol>
  );
}
