import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read, readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { CardStack } from "../../../ui/display/card.tsx";
import { KpiStrip } from "../../../ui/display/kpi-strip.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import type { Editor } from "../detail/steps-card.tsx";
import { EmailClicks } from "./email-clicks.tsx";
import { EmailTable } from "./email-table.tsx";
import { FunnelCard } from "./funnel-card.tsx";
import { parsePeriod, useReportPeriod } from "./period.ts";
import type { Stats } from "./stats.ts";
import { VersionsCard } from "./versions-card.tsx";
import { reportMessages } from "./messages.ts";

/** What came of an automation: steps, e-mails, clicks, orders and versions. */
export function Page() {
  const t = useMessages(reportMessages);
  const { automationId } = useParams({ from: "/automations/$automationId/report" });
  const params = { automation_id: automationId };
  const period = useReportPeriod();
  const editor = useQuery(read("GET /automations/{automation_id}/editor", { params }));
  const stats = useQuery(readPage("GET /stats/automations/{automation_id}/report", { params, query: period.query }));
  if (editor.data === undefined) return <WaitingCard error={editor.error} what={t.error} onRetry={editor.refetch} />;
  const { name } = editor.data.automation;
  return (
    <>
      <Breadcrumbs parent={name} to="/automations/$automationId" params={{ automationId }} current={t.title} />
      <PageHeader
        title={`${t.title}: ${name}`}
        isDetail
        actions={
          <Select
            aria-label={t.periodLabel}
            data={optionsOf(t.periods)}
            value={period.key}
            onChange={(value) => period.choose(parsePeriod(value))}
            allowDeselect={false}
            w={210}
          />
        }
      />
      {stats.data === undefined ? (
        <WaitingCard error={stats.error} what={t.error} onRetry={stats.refetch} />
      ) : (
        <CardStack>
          <KeyFigures editor={editor.data} stats={stats.data} isAllTime={period.key === "all"} />
          <FunnelCard editor={editor.data} />
          <EmailTable stats={stats.data} />
          <EmailClicks stats={stats.data} automationId={automationId} />
          <VersionsCard automationId={automationId} />
        </CardStack>
      )}
    </>
  );
}

function KeyFigures({ editor: { counts }, stats, isAllTime }: { editor: Editor; stats: Stats; isAllTime: boolean }) {
  const t = useMessages(reportMessages);
  const { number, percent, money } = useFormats();
  const { totals, conversions } = stats;
  const [first, ...others] = conversions.toSorted((one, other) => other.orders - one.orders);
  return (
    <KpiStrip
      items={[
        { label: t.entered, value: number(counts.entered), proof: t.enteredProof },
        {
          label: t.completed,
          value: counts.entered === 0 ? "–" : percent(counts.completed / counts.entered),
          proof: t.enteredProof,
        },
        { label: t.opened, value: percent(totals.rates.opened), proof: t.ofDelivered },
        { label: t.clicked, value: percent(totals.rates.clicked), proof: t.ofDelivered },
        first === undefined
          ? { label: t.revenue, value: "–", proof: t.revenueNone }
          : {
              label: t.revenue,
              value: money(Math.round(Number(first.revenue)), first.currency),
              proof: [t.orders(first.orders), ...others.map((one) => money(one.revenue, one.currency))].join(" · "),
            },
        // Entries have no period, so that a part of the revenue divided by all of them would say nothing.
        ...(first === undefined || counts.entered === 0 || !isAllTime
          ? []
          : [
              {
                label: t.perRun,
                value: money((Number(first.revenue) / counts.entered).toFixed(2), first.currency),
                proof: t.perRunProof,
              },
            ]),
      ]}
    />
  );
}
