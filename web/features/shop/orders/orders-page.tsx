import { Button } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read, readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridFilter, GridView } from "../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid, useShownShop } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { ShopSection } from "../section.tsx";
import { useOrderColumns } from "./columns.tsx";
import { meaningAppearances, sumByCurrency, type Order } from "./appearance.ts";
import { ordersMessages } from "./messages.ts";
import classes from "../shop.module.css";

const filterNames = ["meaning", "shop", "currency", "createdFrom", "createdTo"] as const;
const meanings = ["new", "completed", "cancelled", "returned"] as const;

export function Page() {
  const t = useMessages(ordersMessages);
  const { money, shortDate } = useFormats();
  const grid = useGrid({ name: "orders", sort: "-createdAt", filters: filterNames });
  const { meaning, shop, currency, createdFrom, createdTo } = grid.filters;
  const filter = { meaning: choiceOf(t.meanings, meaning), shop, currency, createdFrom, createdTo };
  const result = useQuery(readPage("GET /orders", { query: { ...grid.query, ...filter } }));
  return (
    <ShopSection>
      <DataGrid<Order>
        grid={grid}
        result={result}
        label={t.title}
        columns={useOrderColumns()}
        rowId={({ id }) => id}
        rowName={({ externalId }) => externalId}
        searchLabel={t.search}
        filters={useOrderFilters()}
        views={useOrderViews()}
        noMatch={t.noMatch}
        link={({ id }, content) => (
          <Link to="/shop/orders/$orderId" params={{ orderId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(order) => ({
          title: order.externalId,
          corner: money(order.total, order.currency),
          appearance: meaningAppearances[order.meaning],
          second: order.email ?? t.noContact,
          secondCorner: shortDate(order.createdAt),
        })}
        empty={
          <Empty
            title={t.empty}
            text={t.emptyText}
            action={
              <Button component="a" href="/docs" variant="default">
                {t.reference}
              </Button>
            }
          />
        }
      />
      <PageSums orders={result.data?.items ?? []} />
    </ShopSection>
  );
}

/** One sum for each currency. */
function PageSums({ orders }: { orders: readonly Order[] }) {
  const t = useMessages(ordersMessages);
  const { money } = useFormats();
  const sums = sumByCurrency(orders);
  if (sums.length === 0) return null;
  return (
    <p className={classes["sums"]}>
      {t.pageSum}: <b>{sums.map(({ currency, sum }) => money(sum, currency)).join(" · ")}</b>
    </p>
  );
}

function useOrderFilters(): readonly GridFilter[] {
  const t = useMessages(ordersMessages);
  const { shops, options } = useShops();
  const currencies = [...new Set(shops.flatMap((shop) => shop.currencies))];
  return [
    { name: "shop", label: t.filters.shop, input: { options } },
    {
      name: "currency",
      label: t.filters.currency,
      input:
        currencies.length === 0
          ? "text"
          : { options: currencies.map((currency) => ({ value: currency, label: currency })) },
    },
    { name: "createdFrom", label: t.filters.createdFrom, input: "day" },
    { name: "createdTo", label: t.filters.createdTo, input: "day" },
  ];
}

function useOrderViews(): readonly GridView[] {
  const [shop] = useShownShop();
  const t = useMessages(ordersMessages);
  const results = useQueries({
    queries: [undefined, ...meanings].map((meaning) => ({
      ...read("GET /orders", { query: { meaning, shop, pageSize: 1 } }),
      staleTime: 30_000,
    })),
  });
  return [
    { key: "all", label: t.all, count: results[0]?.data?.total, search: {} },
    ...meanings.map((meaning, index) => ({
      key: meaning,
      label: t.meanings[meaning],
      count: results[index + 1]?.data?.total,
      search: { meaning },
    })),
  ];
}
