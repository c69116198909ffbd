import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { ChartLegend } from "../../../ui/chart/chart-legend.tsx";
import { LineChart } from "../../../ui/chart/line-chart.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordTable } from "../../../ui/display/record-table.tsx";
import { Waiting } from "../../../ui/state/waiting.tsx";
import { reportMessages } from "./report-messages.ts";

type Report = OutputOf<"GET /forms/{form_id}/report">;
type Counts = Report["totals"];

/** Rows of each table; the API answers more. */
const shownRows = 8;

export function ReportCards({ formId }: { formId: string }) {
  const t = useMessages(reportMessages);
  const {
    data: report,
    error,
    refetch,
  } = useQuery(read("GET /forms/{form_id}/report", { params: { form_id: formId } }));
  if (report === undefined)
    return (
      <Card title={t.title}>
        <Waiting error={error} what={t.error} onRetry={refetch} />
      </Card>
    );
  const { totals, pages, sources } = report;
  if (totals.views + totals.signUps === 0) return <Card title={t.title}>{t.noViews}</Card>;
  return (
    <>
      <DaysCard report={report} />
      <CountsCard
        label={t.pages}
        rows={pages.map((row) => ({ ...row, key: row.page, name: withoutScheme(row.page) || t.unknownPage }))}
      />
      <CountsCard
        label={t.sources}
        rows={sources.map((row) => ({ ...row, key: row.source, name: row.source || t.direct }))}
      />
    </>
  );
}

function DaysCard({ report: { totals, days } }: { report: Report }) {
  const t = useMessages(reportMessages);
  const { number, shortDate } = useFormats();
  const rate = useRate();
  const series = [
    { key: "views", label: t.views },
    { key: "signUps", label: t.signUps },
    { key: "confirmed", label: t.confirmed },
  ];
  return (
    <Card title={t.title} aside={<ChartLegend series={series} />}>
      <p>{t.summary(number(totals.views), rate(totals))}</p>
      <LineChart
        label={t.title}
        series={series}
        points={days.map(({ day, views, signUps, confirmed }) => ({
          label: shortDate(day),
          values: { views, signUps, confirmed },
        }))}
        format={number}
        isFromZero
        note={t.note}
        height={180}
      />
    </Card>
  );
}

const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, "");

function CountsCard({ label, rows }: { label: string; rows: readonly (Counts & { key: string; name: string })[] }) {
  const t = useMessages(reportMessages);
  const { number } = useFormats();
  const rate = useRate();
  return (
    <Card flush>
      <RecordTable
        label={label}
        rowId={({ key }) => key}
        rows={rows.slice(0, shownRows)}
        columns={[
          { key: "name", head: label, cell: ({ name }) => name },
          { key: "views", head: t.views, align: "end", cell: ({ views }) => number(views) },
          { key: "signUps", head: t.signUps, align: "end", cell: ({ signUps }) => number(signUps) },
          {
            key: "confirmed",
            head: t.confirmed,
            align: "end",
            isWide: true,
            cell: ({ confirmed }) => number(confirmed),
          },
          { key: "rate", head: t.rate, align: "end", isWide: true, cell: rate },
        ]}
      />
    </Card>
  );
}

/** Sign-ups of those who saw the form; unknown where views were not counted. */
function useRate(): (counts: Counts) => string {
  const { percent } = useFormats();
  return ({ views, signUps }) => (views < signUps || views === 0 ? "–" : percent(signUps / views));
}
