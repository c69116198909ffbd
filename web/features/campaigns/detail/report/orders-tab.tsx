import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../../api/operations.ts";
import { readPage } from "../../../../api/queries.ts";
import { useFormats, useMessages } from "../../../../i18n/messages.tsx";
import { PageLink } from "../../../../ui/display/page-link.tsx";
import { DataGrid } from "../../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../../ui/grid/grid-types.ts";
import { useGrid } from "../../../../ui/grid/use-grid.ts";
import { Notice } from "../../../../ui/state/failure.tsx";
import type { TabProps } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import classes from "./report.module.css";

type Order = OutputOf<"GET /stats/campaigns/{campaign_id}/conversions">["items"][number];

/** Orders after a click in the campaign, and their sums by currency. */
export function OrdersTab({ campaign }: TabProps) {
  const t = useMessages(reportMessages);
  const { money, dateTime } = useFormats();
  const grid = useGrid({ name: "campaign-orders", sort: "", filters: [] });
  const { page, pageSize, q } = grid.query;
  const result = useQuery(
    readPage("GET /stats/campaigns/{campaign_id}/conversions", {
      params: { campaign_id: campaign.id },
      query: { page, pageSize, q },
    }),
  );
  return (
    <>
      {result.data !== undefined && result.data.totals.length > 0 && (
        <p className={classes["sums"]}>
          {result.data.totals.map(({ currency, orders, revenue, average }) => (
            <span key={currency}>{t.orderSums(orders, money(revenue, currency), money(average, currency))}</span>
          ))}
        </p>
      )}
      <DataGrid<Order>
        grid={grid}
        result={result}
        label={t.orders}
        columns={useColumns()}
        rowId={({ orderId }) => orderId}
        rowName={({ externalId }) => externalId}
        searchLabel={t.order}
        phoneRow={({ orderId, externalId, email, at, total, currency }) => ({
          title: <OrderLink orderId={orderId} name={externalId} />,
          corner: money(total, currency),
          second: email ?? t.deletedContact,
          secondCorner: dateTime(at),
        })}
        empty={<Notice title={t.noConversions} />}
      />
      {result.data !== undefined && <p className={classes["note"]}>{t.window(result.data.windowDays)}</p>}
    </>
  );
}

const OrderLink = ({ orderId, name }: { orderId: string; name: string }) => (
  <PageLink path="/shop/orders/$orderId" params={{ orderId }}>
    {name}
  </PageLink>
);

function useColumns(): readonly GridColumn<Order>[] {
  const t = useMessages(reportMessages);
  const { money, dateTime } = useFormats();
  return [
    {
      key: "order",
      head: t.order,
      isFixed: true,
      cell: ({ orderId, externalId }) => <OrderLink orderId={orderId} name={externalId} />,
    },
    {
      key: "contact",
      head: t.contact,
      cell: ({ contactId, email }) =>
        contactId === null || email === null ? (
          t.deletedContact
        ) : (
          <PageLink path="/contacts/$contactId" params={{ contactId }}>
            {email}
          </PageLink>
        ),
    },
    { key: "at", head: t.orderedAt, align: "end", cell: ({ at }) => dateTime(at) },
    { key: "clickedAt", head: t.clickedBefore, align: "end", cell: ({ clickedAt }) => dateTime(clickedAt) },
    { key: "total", head: t.total, align: "end", cell: ({ total, currency }) => money(total, currency) },
  ];
}
