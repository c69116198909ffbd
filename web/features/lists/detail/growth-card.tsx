import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../../api/queries.ts";
import { addDays, dayAt } from "../../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { LineChart } from "../../../ui/chart/line-chart.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Loading } from "../../../ui/state/loading.tsx";
import type { List } from "../list-parts.ts";
import { detailMessages } from "./messages.ts";

const stepDays = 30;
const steps = 5;

/** The last days of five periods of 30 days, today being the last. */
const periodEnds = (today: string): string[] =>
  Array.from({ length: steps }, (_, index) => addDays(today, (index + 1 - steps) * stepDays));

/** Members of today by the day they became contacts: the API has no history of a list's size. */
export function GrowthCard({ list }: { list: List }) {
  const t = useMessages(detailMessages);
  const { number, shortDate, timeZone } = useFormats();
  const [now] = useState(() => new Date());
  const days = periodEnds(dayAt(now, timeZone));
  const results = useQueries({
    queries: days.map((createdTo) => ({
      ...read("GET /contacts", { query: { list: list.id, createdTo, pageSize: 1 } }),
      staleTime: 300_000,
    })),
  });
  const totals = results.map(({ data }) => data?.total);
  const [last = 0, before = last] = [totals.at(-1), totals.at(-2)];
  return (
    <Card title={t.growth} aside={totals.includes(undefined) ? undefined : t.added30(last - before)}>
      {totals.includes(undefined) ? (
        <Loading lines={3} />
      ) : (
        <LineChart
          label={t.growth}
          series={[{ key: "members", label: t.growthSeries }]}
          points={days.map((day, index) => ({
            label: shortDate(day),
            values: { members: totals[index] ?? 0 },
          }))}
          format={number}
          note={t.growthNote}
          height={150}
        />
      )}
    </Card>
  );
}
