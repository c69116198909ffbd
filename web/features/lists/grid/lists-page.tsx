import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { useShops } from "../../../ui/choices/use-choices.ts";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { ListDialog } from "../dialogs/list-dialog.tsx";
import { ListMenu } from "../dialogs/list-menu.tsx";
import type { ListRow } from "../list-parts.ts";
import { listsMessages } from "../messages.ts";
import { BulkActions } from "./bulk-actions.tsx";
import { ListReach, useListColumns, useListNote } from "./columns.tsx";
import { filterNames, useListFilters } from "./filters.ts";

export function Page() {
  const t = useMessages(listsMessages);
  const can = useCan();
  const [isCreating, setCreating] = useState(false);
  const grid = useGrid({ name: "lists", sort: "-createdAt", filters: filterNames });
  const { shop, tag, createdFrom } = grid.filters;
  const result = useQuery(
    readPage("GET /lists", { query: { ...grid.query, shop, createdFrom, tag: tag === undefined ? undefined : [tag] } }),
  );
  const { options: shops } = useShops();
  const noteOf = useListNote(shops);
  const canChange = can("contacts", "full");
  const createButton = <AddButton label={t.create} onClick={() => setCreating(true)} />;
  return (
    <>
      <PageHeader
        title={t.title}
        facts={result.data === undefined ? " " : t.facts(result.data.total)}
        actions={canChange ? createButton : undefined}
      />
      <DataGrid<ListRow>
        grid={grid}
        result={result}
        label={t.title}
        columns={useListColumns(shops)}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        filters={useListFilters(shops)}
        noMatch={t.noMatch}
        link={({ id }, content) => (
          <Link to="/lists/$listId" params={{ listId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(list) => ({
          title: list.name,
          corner: t.members(list.counts.total),
          second: noteOf(list) || t.mailable(list.counts.byBucket.active),
          secondCorner: (
            <div style={{ width: 96 }}>
              <ListReach counts={list.counts} />
            </div>
          ),
        })}
        {...(canChange
          ? {
              rowMenu: (list) => <ListMenu list={list} />,
              selectAllLimit: 0,
              bulkActions: (selection) => (
                <BulkActions
                  ids={[...selection.ids]}
                  lists={result.data?.items ?? []}
                  onDone={() => grid.select({ ids: new Set(), isAll: false })}
                />
              ),
            }
          : {})}
        empty={<Empty title={t.empty} text={t.emptyText} action={canChange ? createButton : undefined} />}
      />
      <ListDialog isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
