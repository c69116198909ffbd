import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { RecordName, RecordTable } from "../../../ui/display/record-table.tsx";
import { useReadableText } from "../../../ui/names/merge-tags.ts";
import { Revenue, type Amount } from "../../../ui/revenue/revenue.tsx";
import type { Stats } from "./stats.ts";
import { reportMessages } from "./messages.ts";

/** Each e-mail with what it brought; its revenue divided by those that were sent. */
export function EmailTable({ stats: { nodes, nodeConversions } }: { stats: Stats }) {
  const t = useMessages(reportMessages);
  const readable = useReadableText();
  const { number, percent, money } = useFormats();
  const amountsOf = (node: string): Amount[] => nodeConversions.filter((one) => one.node === node);
  const share = (rate: number, delivered: number) => (delivered === 0 ? "–" : percent(rate));
  if (nodes.length === 0) return null;
  return (
    <Card title={t.emails} flush>
      <RecordTable
        label={t.emails}
        rows={nodes}
        rowId={({ node }) => node}
        columns={[
          {
            key: "email",
            head: t.columns.email,
            cell: ({ node, subject }) => <RecordName>{subject === "" ? node : readable(subject)}</RecordName>,
          },
          { key: "sent", head: t.columns.sent, align: "end", cell: ({ totals }) => number(totals.sent) },
          {
            key: "opened",
            head: t.columns.opened,
            align: "end",
            cell: ({ totals }) => share(totals.rates.opened, totals.delivered),
          },
          {
            key: "clicked",
            head: t.columns.clicked,
            align: "end",
            isWide: true,
            cell: ({ totals }) => share(totals.rates.clicked, totals.delivered),
          },
          {
            key: "unsubscribed",
            head: t.columns.unsubscribed,
            align: "end",
            isWide: true,
            cell: ({ totals }) => number(totals.unsubscribed),
          },
          {
            key: "orders",
            head: t.columns.orders,
            align: "end",
            isWide: true,
            cell: ({ node }) => number(amountsOf(node).reduce((sum, { orders }) => sum + orders, 0)),
          },
          {
            key: "revenue",
            head: t.columns.revenue,
            align: "end",
            cell: ({ node }) => <Revenue amounts={amountsOf(node)} />,
          },
          {
            key: "perEmail",
            head: t.columns.perEmail,
            align: "end",
            isWide: true,
            cell: ({ node, totals }) => {
              const [first] = amountsOf(node).toSorted((one, other) => other.orders - one.orders);
              if (first === undefined || totals.sent === 0) return "–";
              return money((Number(first.revenue) / totals.sent).toFixed(2), first.currency);
            },
          },
        ]}
      />
    </Card>
  );
}
