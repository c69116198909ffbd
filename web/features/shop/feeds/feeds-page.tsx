import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { RecordName } from "../../../ui/display/record-table.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { nameColumn } from "../../../ui/grid/columns.ts";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { ShopSection } from "../section.tsx";
import { AddFeedForm } from "./add-feed-form.tsx";
import { feedAppearances, isBusy, type Feed } from "./appearance.ts";
import { feedsMessages } from "./messages.ts";

export function Page() {
  const t = useMessages(feedsMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const grid = useGrid({ name: "feeds", sort: "name", filters: ["shop"] });
  const result = useQuery({
    ...readPage("GET /feeds", { query: { ...grid.query, shop: grid.filters["shop"] } }),
    refetchInterval: (query) => (query.state.data?.items.some(isBusy) === true ? 2000 : false),
  });
  const addButton = can("settings", "full") ? <AddButton label={t.add} onClick={() => setAdding(true)} /> : undefined;
  const isEmpty = result.data?.total === 0 && grid.search === "" && grid.filters["shop"] === undefined;
  return (
    <ShopSection actions={isEmpty ? undefined : addButton}>
      <DataGrid<Feed>
        grid={grid}
        result={result}
        label={t.title}
        columns={useFeedColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        filters={useShopFilter()}
        noMatch={t.noMatch}
        link={({ id }, content) => (
          <Link to="/shop/feeds/$feedId" params={{ feedId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(feed) => ({
          title: feed.name,
          corner: t.itemsCount(feed.items),
          appearance: feedAppearances[feed.status],
          second: feed.error === null ? t.statuses[feed.status] : t.errors[feed.error],
        })}
        empty={<Empty title={t.empty} text={t.emptyText} action={addButton} />}
      />
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <AddFeedForm onClose={() => setAdding(false)} />
      </FormDialog>
    </ShopSection>
  );
}

function useFeedColumns(): readonly GridColumn<Feed>[] {
  const t = useMessages(feedsMessages);
  const { number, ago } = useFormats();
  return [
    nameColumn(t.columns.name),
    { key: "kind", head: t.columns.kind, cell: ({ kind }) => t.kinds[kind] },
    {
      key: "status",
      head: t.columns.status,
      cell: (feed) => (
        <RecordName note={feed.error === null ? undefined : t.errors[feed.error]}>
          <Status appearance={feedAppearances[feed.status]} label={t.statuses[feed.status]} />
        </RecordName>
      ),
    },
    { key: "items", head: t.columns.items, align: "end", cell: ({ items }) => number(items) },
    {
      key: "last",
      head: t.columns.last,
      align: "end",
      cell: ({ lastRefreshAt }) => (lastRefreshAt === null ? t.never : ago(lastRefreshAt)),
    },
  ];
}
