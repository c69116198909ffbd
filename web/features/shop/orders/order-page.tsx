import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { read } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { Card, Facts, TwoColumns } from "../../../ui/display/card.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { PageLink } from "../../../ui/display/page-link.tsx";
import { RecordName, RecordTable } from "../../../ui/display/record-table.tsx";
import { StatusPill } from "../../../ui/display/status.tsx";
import { Breadcrumbs } from "../../../ui/display/breadcrumbs.tsx";
import { Notice } from "../../../ui/state/failure.tsx";
import { WaitingCard } from "../../../ui/state/waiting.tsx";
import { shopMessages } from "../messages.ts";
import { meaningAppearances, type Order } from "./appearance.ts";
import { ordersMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(ordersMessages);
  const { orderId } = useParams({ from: "/shop/orders/$orderId" });
  const { data: order, error, refetch } = useQuery(read("GET /orders/{order_id}", { params: { order_id: orderId } }));
  if (order !== undefined) return <OrderDetail order={order} />;
  return <WaitingCard error={error} what={t.error} onRetry={refetch} />;
}

function OrderDetail({ order }: { order: Order }) {
  const t = useMessages(ordersMessages);
  const shop = useMessages(shopMessages);
  const { money } = useFormats();
  const title = t.order(order.externalId);
  return (
    <>
      <Breadcrumbs parent={shop.tabs.orders} to="/shop" current={title} />
      <PageHeader
        title={title}
        status={<StatusPill appearance={meaningAppearances[order.meaning]} label={t.meaning[order.meaning]} />}
        facts={`${money(order.total, order.currency)} · ${t.itemCount(order.items.length)} · ${t.placed(order.createdAt)}`}
      />
      <TwoColumns main={<ItemsCard order={order} />} side={<DetailsCard order={order} />} />
    </>
  );
}

function ItemsCard({ order: { items, currency } }: { order: Order }) {
  const t = useMessages(ordersMessages);
  const { money, number } = useFormats();
  const amount = (value: string | number | null) => (value === null ? "–" : money(value, currency));
  return (
    <Card title={t.items} flush>
      {items.length === 0 ? (
        <Notice title={t.itemsNone} />
      ) : (
        <RecordTable
          label={t.items}
          rows={items.map((item, index) => ({ ...item, key: String(index) }))}
          rowId={({ key }) => key}
          columns={[
            {
              key: "name",
              head: t.itemColumns.name,
              cell: ({ name, code, category, brand }) => (
                <RecordName note={[code, brand, category].filter((part) => part !== null && part !== "").join(" · ")}>
                  {name ?? code}
                </RecordName>
              ),
            },
            {
              key: "quantity",
              head: t.itemColumns.quantity,
              align: "end",
              cell: ({ quantity }) => number(quantity),
            },
            {
              key: "price",
              head: t.itemColumns.price,
              align: "end",
              isWide: true,
              cell: ({ price }) => amount(price),
            },
            {
              key: "sum",
              head: t.itemColumns.sum,
              align: "end",
              cell: ({ price, quantity }) =>
                amount(price === null ? null : Math.round(Number(price) * quantity * 100) / 100),
            },
          ]}
        />
      )}
    </Card>
  );
}

function DetailsCard({ order }: { order: Order }) {
  const t = useMessages(ordersMessages);
  const { money, dateTime } = useFormats();
  const { nameOf } = useShops();
  const { contactId, email, state, paidAt, completedAt, couponCode, total, totalWithoutVat, currency, shopId } = order;
  const customer =
    contactId === null ? (
      (email ?? t.noContact)
    ) : (
      <PageLink path="/contacts/$contactId" params={{ contactId }}>
        {email}
      </PageLink>
    );
  const given = (value: string | null, show: (text: string) => string) => (value === null ? undefined : show(value));
  const facts: [string, React.ReactNode][] = [
    [t.facts.customer, customer],
    [t.facts.shop, nameOf(shopId)],
    [t.facts.state, state],
    [t.facts.paid, given(paidAt, dateTime) ?? t.unpaid],
    [t.facts.completed, given(completedAt, dateTime)],
    [t.facts.coupon, couponCode ?? undefined],
    [t.facts.totalWithoutVat, given(totalWithoutVat, (amount) => money(amount, currency))],
    [t.facts.total, <b key="total">{money(total, currency)}</b>],
  ];
  return (
    <Card title={t.details}>
      <Facts items={facts.filter(([, value]) => value !== undefined && value !== "")} />
    </Card>
  );
}
