import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { readPage } from "../../../api/queries.ts";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { feedsMessages } from "./messages.ts";

type Item = OutputOf<"GET /feeds/{feed_id}/items">["items"][number];

const nameOf = (item: Item): string => ("title" in item ? item.title : item.name);
const codeOf = (item: Item): string => ("title" in item ? item.guid : item.code);

/** Products, or articles of an RSS feed. */
export function FeedItems({ feedId }: { feedId: string }) {
  const t = useMessages(feedsMessages);
  const { money, date } = useFormats();
  const grid = useGrid({ name: "feed-items", sort: "id", filters: [] });
  const { page, pageSize, q } = grid.query;
  const result = useQuery(
    readPage("GET /feeds/{feed_id}/items", { params: { feed_id: feedId }, query: { page, pageSize, q } }),
  );
  const priceOf = (item: Item): string => {
    if ("title" in item) return item.publishedAt === null ? "–" : date(item.publishedAt);
    return item.price === null || item.currency === null ? "–" : money(item.price, item.currency);
  };
  const stockOf = (item: Item): string => {
    if ("title" in item) return "–";
    return item.available ? t.available.yes : t.available.no;
  };
  return (
    <DataGrid<Item>
      grid={grid}
      result={result}
      label={t.products}
      rowId={({ id }) => id}
      rowName={nameOf}
      searchLabel={t.productSearch}
      columns={[
        {
          key: "name",
          head: t.productColumns.name,
          isFixed: true,
          cell: (item) => (
            <a href={item.url} target="_blank" rel="noreferrer">
              {nameOf(item)}
            </a>
          ),
        },
        {
          key: "code",
          head: t.productColumns.code,
          cell: (item) => <span style={{ whiteSpace: "nowrap" }}>{codeOf(item)}</span>,
        },
        {
          key: "category",
          head: t.productColumns.category,
          cell: (item) => ("title" in item ? (item.author ?? "–") : (item.category ?? "–")),
        },
        { key: "available", head: t.productColumns.available, cell: stockOf },
        { key: "price", head: t.productColumns.price, align: "end", cell: priceOf },
      ]}
      phoneRow={(item) => ({ title: nameOf(item), corner: priceOf(item), second: codeOf(item) })}
      empty={<Empty title={t.productsNone} text={t.productsNoneText} />}
    />
  );
}
