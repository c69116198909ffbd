import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Card, CardStack } from "../../../ui/display/card.tsx";
import { KpiStrip } from "../../../ui/display/kpi-strip.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { RecordName, RecordTable } from "../../../ui/display/record-table.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { ShopSection } from "../section.tsx";
import { conversionsMessages } from "./messages.ts";
import classes from "../shop.module.css";

type Conversions = OutputOf<"GET /conversions">;

export function Page() {
  const t = useMessages(conversionsMessages);
  const { data, error, refetch } = useQuery(read("GET /conversions", { query: { shop: useShops().chosen } }));
  return (
    <ShopSection>
      {data === undefined ? (
        <WaitingCard error={error} what={t.title} lines={4} onRetry={refetch} />
      ) : (
        <Revenue conversions={data} />
      )}
    </ShopSection>
  );
}

/** One figure for each currency: they never share a sum. */
function Revenue({ conversions: { totals, items, windowDays } }: { conversions: Conversions }) {
  const t = useMessages(conversionsMessages);
  const { money } = useFormats();
  if (totals.length === 0)
    return (
      <Card flush>
        <Notice title={t.none} text={t.noneText} />
      </Card>
    );
  return (
    <CardStack>
      <KpiStrip
        items={totals.map(({ currency, orders, revenue, average }) => ({
          label: t.revenue(currency),
          value: money(revenue, currency),
          proof: `${t.orders(orders)} · ${t.average(money(average, currency))}`,
        }))}
      />
      <Card title={t.bySource} aside={t.period} flush>
        <SourceTable items={items} />
      </Card>
      <p className={classes["note"]}>{t.window(windowDays)}</p>
    </CardStack>
  );
}

const paths = {
  campaign: { path: "/campaigns/$campaignId", param: "campaignId" },
  automation: { path: "/automations/$automationId", param: "automationId" },
} as const;

function SourceTable({ items }: { items: Conversions["items"] }) {
  const t = useMessages(conversionsMessages);
  const { money } = useFormats();
  return (
    <RecordTable
      label={t.bySource}
      rows={items}
      rowId={({ type, id, currency }) => `${type} ${id} ${currency}`}
      columns={[
        {
          key: "name",
          head: t.columns.name,
          cell: ({ type, id, name }) => (
            <RecordName note={t.types[type]}>
              <PageLink path={paths[type].path} params={{ [paths[type].param]: id }}>
                {name}
              </PageLink>
            </RecordName>
          ),
        },
        { key: "orders", head: t.columns.orders, align: "end", cell: ({ orders }) => t.count(orders) },
        {
          key: "revenue",
          head: t.columns.revenue,
          align: "end",
          cell: ({ revenue, currency }) => money(revenue, currency),
        },
      ]}
    />
  );
}
