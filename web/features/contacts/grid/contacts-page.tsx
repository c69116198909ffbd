import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { Engagement, ShortDate, stateAppearances, usePersonLines } from "../../../ui/people/people.tsx";
import { roleMessages } from "../../../ui/people/messages.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import type { ContactRow } from "../appearance.ts";
import { contactsMessages } from "../messages.ts";
import { AddContactDialog } from "./add-contact-dialog.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { useContactColumns } from "./columns.tsx";
import { filterNames, useContactFilters } from "./filters.ts";
import { useContactViews } from "./views.ts";

export function Page() {
  const t = useMessages(contactsMessages);
  const { engagements } = useMessages(roleMessages);
  const personLines = usePersonLines();
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const grid = useGrid({ name: "contacts", sort: "-createdAt", filters: filterNames });
  const { tab, status, engagement, list, source, createdFrom, createdTo } = grid.filters;
  const filter = {
    tab: choiceOf(t.tabs, tab),
    status: choiceOf(t.statuses, status),
    engagement: choiceOf(engagements, engagement),
    list,
    source,
    createdFrom,
    createdTo,
    q: grid.query.q,
  };
  const result = useQuery(readPage("GET /contacts", { query: { ...grid.query, ...filter } }));
  const { views, total, mailable } = useContactViews();
  const canAdd = can("contacts", "full");
  const addButton = <AddButton label={t.add} onClick={() => setAdding(true)} />;
  return (
    <>
      <PageHeader
        title={t.title}
        facts={
          total !== undefined &&
          mailable !== undefined && (
            <>
              {t.facts(total)}
              <b>{t.mailable(mailable)}</b>
            </>
          )
        }
        actions={canAdd ? addButton : undefined}
      />
      <DataGrid<ContactRow>
        grid={grid}
        result={result}
        label={t.title}
        columns={useContactColumns()}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        searchLabel={t.search}
        filters={useContactFilters()}
        views={views}
        noMatch={t.noMatch}
        selectAllLimit={5000}
        link={({ id }, content) => (
          <Link to="/contacts/$contactId" params={{ contactId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(row) => ({
          ...personLines(row),
          corner: <Engagement letter={row.engagement} />,
          appearance: stateAppearances[row.state],
          secondCorner: <ShortDate at={row.createdAt} />,
        })}
        {...(canAdd
          ? {
              bulkActions: (selection, count) => (
                <BulkActions
                  selection={selection}
                  count={count}
                  filter={filter}
                  onDone={() => grid.select({ ids: new Set(), isAll: false })}
                />
              ),
            }
          : {})}
        empty={<Empty title={t.empty} text={t.emptyText} action={canAdd ? addButton : undefined} />}
      />
      <AddContactDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
