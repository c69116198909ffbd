import { useQuery } from "@tanstack/react-query";
import { read } from "../../../../api/queries.ts";
import { dayAt } from "../../../../i18n/company-time.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { ChartLegend } from "../../../../ui/chart/chart-legend.tsx";
import { LineChart } from "../../../../ui/chart/line-chart.tsx";
import { Card, CardStack } from "../../../../ui/display/card.tsx";
import { HeatmapCard } from "../../../../ui/heatmap/heatmap-card.tsx";
import { CampaignLinks } from "./links-tab.tsx";
import type { TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { timelinePoints } from "./timeline-points.ts";
import { VariantTable } from "./variant-table.tsx";
import classes from "./report.module.css";

const shownLinks = 5;

export function OverviewTab({ campaign, report }: TabProps) {
  const t = useMessages(reportMessages);
  const heatmap = useQuery(
    read("GET /stats/campaigns/{campaign_id}/heatmap", { params: { campaign_id: campaign.id } }),
  );
  return (
    <div className={classes["columns"]}>
      <CardStack>
        <TimelineCard report={report} />
        {report.variants.length > 1 && <VariantTable variants={report.variants} />}
        <Card title={t.links} flush>
          <CampaignLinks campaign={campaign} links={report.byLink.slice(0, shownLinks)} />
        </Card>
      </CardStack>
      <HeatmapCard heatmap={heatmap.data} error={heatmap.error} onRetry={heatmap.refetch} />
    </div>
  );
}

function TimelineCard({ report }: Pick<TabProps, "report">) {
  const t = useMessages(reportMessages);
  const { number, time, shortDate, timeZone } = useFormats();
  const { unit, points } = timelinePoints(report.timeline, timeZone);
  const isOneDay = new Set(report.timeline.map(({ at }) => dayAt(at, timeZone))).size === 1;
  const label = (at: string) => {
    if (unit === "day") return shortDate(at);
    return isOneDay ? time(at) : `${shortDate(at)} ${time(at)}`;
  };
  const title = unit === "hour" ? t.timeline : t.timelineDays;
  const series = [
    { key: "opens", label: t.opens },
    { key: "clicks", label: t.clicks },
  ];
  return (
    <Card title={title} aside={<ChartLegend series={series} />}>
      <LineChart
        label={title}
        series={series}
        points={points.map(({ at, opens, clicks }) => ({ label: label(at), values: { opens, clicks } }))}
        format={number}
        isFromZero
        note={t.notCounted(report.totals.machineOpens, report.totals.machineClicks)}
        height={240}
      />
    </Card>
  );
}
