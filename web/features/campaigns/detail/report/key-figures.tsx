import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { KpiStrip } from "../../../../ui/display/kpi-strip.tsx";
import type { Report } from "./report.ts";
import { reportMessages } from "./report-messages.ts";

/** Above this share mailbox providers start to refuse mail. */
const complaintLimit = 0.001;

export function KeyFigures({ report: { totals, conversions } }: { report: Report }) {
  const t = useMessages(reportMessages);
  const { percent, number, money } = useFormats();
  const { rates } = totals;
  const orders = conversions.reduce((sum, { orders: count }) => sum + count, 0);
  return (
    <KpiStrip
      items={[
        { label: t.delivered, value: percent(rates.delivered), proof: t.emails(totals.delivered) },
        { label: t.opened, value: percent(rates.opened), proof: t.people(totals.uniqueOpens) },
        { label: t.clicked, value: percent(rates.clicked), proof: t.people(totals.uniqueClicks) },
        { label: t.unsubscribed, value: percent(rates.unsubscribed, 2), proof: t.people(totals.unsubscribed) },
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
  );
}
