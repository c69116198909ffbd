import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../../api/operations.ts";
import { read } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { useShops } from "../../../../ui/choices/use-choices.ts";
import { KpiStrip } from "../../../../ui/display/kpi-strip.tsx";
import { groupMessages } from "./group-messages.ts";
import type { TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import classes from "./report.module.css";

/** Above this share mailbox providers start to refuse mail. */
const complaintLimit = 0.001;

type Average = OutputOf<"GET /stats/campaigns/{campaign_id}/average">;
type Rate = keyof Average["rates"];

/** The figures of the campaign beside the average of those sent before it. */
export function KeyFigures({ campaign, report: { totals, conversions } }: TabProps) {
  const t = useMessages(reportMessages);
  const { percent, number, money } = useFormats();
  const { data: average } = useQuery(
    read("GET /stats/campaigns/{campaign_id}/average", { params: { campaign_id: campaign.id } }),
  );
  const compare = useComparison(average);
  const { rates } = totals;
  const orders = conversions.reduce((sum, { orders: count }) => sum + count, 0);
  return (
    <div>
      <KpiStrip
        items={[
          {
            label: t.delivered,
            value: percent(rates.delivered),
            ...compare("delivered", rates.delivered, t.emails(totals.delivered)),
          },
          {
            label: t.opened,
            value: percent(rates.opened),
            ...compare("opened", rates.opened, t.people(totals.uniqueOpens)),
          },
          {
            label: t.clicked,
            value: percent(rates.clicked),
            ...compare("clicked", rates.clicked, t.people(totals.uniqueClicks)),
          },
          {
            label: t.unsubscribed,
            value: percent(rates.unsubscribed, 2),
            ...compare("unsubscribed", rates.unsubscribed, t.people(totals.unsubscribed)),
          },
          {
            label: t.complaints,
            value: percent(rates.complained, 2),
            proof: t.limit(totals.complaints, percent(complaintLimit, 2)),
          },
          {
            label: t.orders,
            value: number(orders),
            proof:
              conversions.length === 0
                ? t.noOrders
                : t.ordersProof(conversions.map(({ revenue, currency }) => money(revenue, currency))),
          },
        ]}
      />
      {average !== undefined && <AverageNote average={average} shopId={campaign.shopId} />}
    </div>
  );
}

/** What a rate is beside the average; nothing where there is none. */
function useComparison(average: Average | undefined) {
  const t = useMessages(groupMessages);
  const { percent, signed } = useFormats();
  return (name: Rate, rate: number, proof: string) => {
    if (average === undefined || average.campaigns === 0) return { proof };
    const usual = average.rates[name];
    const isRare = name === "unsubscribed";
    const difference = Math.round((rate - usual) * 10_000);
    const isSame = Math.abs(difference) < (isRare ? 1 : 10);
    const points = Math.round(difference / (isRare ? 1 : 10)) / (isRare ? 100 : 10);
    return {
      ...(isSame
        ? {}
        : { delta: { text: t.points(signed(points)), isGood: isRare ? difference < 0 : difference > 0 } }),
      proof: (
        <>
          {t.average(percent(usual, isRare ? 2 : 1))}
          <br />
          {proof}
        </>
      ),
    };
  };
}

function AverageNote({ average: { campaigns, from, to }, shopId }: { average: Average; shopId: string }) {
  const t = useMessages(groupMessages);
  const { date } = useFormats();
  const { shops, nameOf } = useShops();
  return (
    <p className={classes["average"]}>
      {campaigns === 0 || from === null || to === null
        ? t.noAverage
        : t.averageNote(campaigns, date(from), date(to), shops.length > 1 ? nameOf(shopId) : "")}
    </p>
  );
}
