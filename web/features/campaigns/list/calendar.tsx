import { ActionIcon, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { useFormats, useWords } from "../../../i18n/words.tsx";
import { useAddress } from "../../../routing/search.ts";
import { Card } from "../../../ui/display/card.tsx";
import { StatusGlyph } from "../../../ui/display/status.tsx";
import { IconChevronLeft, IconChevronRight } from "../../../ui/icons.ts";
import { Notice } from "../../../ui/state/failure.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { statusLooks, timeOf, type CampaignRow } from "../looks.ts";
import { campaignsWords } from "../words.ts";
import { calendarDays, dayKey, monthKey, monthOf, shiftMonth } from "./calendar-days.ts";
import { CampaignLink } from "./columns.tsx";
import classes from "./calendar.module.css";

const pageSize = 100;
const maxPages = 10;

/** Scheduled campaigns, and started ones from the newest back to the month. */
async function campaignsSince(month: Date): Promise<CampaignRow[]> {
  const found: CampaignRow[] = [];
  const { items: scheduled } = await call("GET /campaigns", {
    query: { status: "scheduled", sort: "plannedAt", pageSize },
  });
  for (let page = 1; page <= maxPages; page++) {
    const { items } = await call("GET /campaigns", { query: { sort: "-startedAt", page, pageSize } });
    found.push(...items.filter(({ startedAt }) => startedAt !== null));
    const oldest = items.at(-1)?.startedAt ?? null;
    if (items.length < pageSize || oldest === null || new Date(oldest) < month) break;
  }
  return [...scheduled, ...found];
}

/** A month with the campaigns that are planned or were sent in it. */
export function CampaignCalendar() {
  const t = useWords(campaignsWords);
  const { language } = useFormats();
  const [{ month: given }, changeAddress] = useAddress();
  const month = monthOf(given);
  const { data, error, refetch } = useQuery({
    queryKey: ["GET /campaigns", { calendar: monthKey(month) }],
    queryFn: () => campaignsSince(month),
  });
  const name = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" }).format(month);
  const go = (months: number) => changeAddress({ month: monthKey(shiftMonth(month, months)) });
  const inMonth = (data ?? []).filter((campaign) => monthKey(new Date(timeOf(campaign))) === monthKey(month));
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

function Month({ month, campaigns, label }: { month: Date; campaigns: readonly CampaignRow[]; label: string }) {
  const t = useWords(campaignsWords);
  const { language, time, date } = useFormats();
  const days = calendarDays(month);
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short" });
  const [today] = useState(() => dayKey(new Date()));
  return (
    <ol className={classes["month"]} aria-label={label}>
      {days.slice(0, 7).map((day) => (
        <li key={`head ${dayKey(day)}`} className={classes["head"]} aria-hidden="true">
          {weekday.format(day)}
        </li>
      ))}
      {days.map((day) => {
        const key = dayKey(day);
        const ofDay = campaigns.filter((campaign) => dayKey(new Date(timeOf(campaign))) === key);
        const isOther = monthKey(day) !== monthKey(month);
        return (
          <li
            key={key}
            className={classes["day"]}
            data-other={isOther || undefined}
            data-today={key === today || undefined}
            data-empty={ofDay.length === 0 || undefined}
            aria-label={date(day)}
          >
            <span className={classes["number"]}>{day.getDate()}</span>
            {ofDay.slice(0, shownPerDay).map((campaign) => (
              <CampaignLink key={campaign.id} campaign={campaign} className={classes["entry"]}>
                <StatusGlyph {...statusLooks[campaign.status]} />
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
