import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read, readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useMessages } from "../../../i18n/messages.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import { useColumnSettings } from "../../../ui/grid/kept-settings.ts";
import { useServerViews } from "../../../ui/grid/server-views.ts";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { IconDownload, IconPackageImport } from "../../../ui/icons.ts";
import { Engagement, ShortDate, stateAppearances, usePersonLines } from "../../../ui/people/people.tsx";
import { roleMessages } from "../../../ui/people/messages.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import type { ContactRow } from "../appearance.ts";
import { contactsMessages } from "../messages.ts";
import { AddContactDialog } from "./add-contact-dialog.tsx";
import { BulkActions } from "./bulk-actions.tsx";
import { useContactColumns } from "./columns.tsx";
import { ExportSeen } from "./export-seen.tsx";
import { filterNames, useContactFilters } from "./filters.ts";
import { bulkMessages } from "./messages.ts";
import { useContactViews } from "./views.ts";

export function Page() {
  const t = useMessages(contactsMessages);
  const { engagements } = useMessages(roleMessages);
  const personLines = usePersonLines();
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const grid = useGrid({ name: "contacts", sort: "-createdAt", filters: filterNames });
  const { tab, status, engagement, shop, list, source, createdFrom, createdTo } = grid.filters;
  const filter = {
    tab: choiceOf(t.tabs, tab),
    status: choiceOf(t.statuses, status),
    engagement: choiceOf(engagements, engagement),
    shop,
    list,
    source,
    createdFrom,
    createdTo,
    q: grid.query.q,
  };
  const result = useQuery(readPage("GET /contacts", { query: { ...grid.query, ...filter } }));
  const columns = useColumnsWithValues(result.data?.items ?? []);
  const shownColumns = columns.filter(useColumnSettings(grid.name).isShown);
  const [isExporting, setExporting] = useState(false);
  const bulk = useMessages(bulkMessages);
  const { views, total, mailable } = useContactViews(shop);
  const canAdd = can("contacts", "full");
  const addButton = <AddButton label={t.add} onClick={() => setAdding(true)} />;
  const importButton = (
    <Button
      component={Link}
      to="/transfers/imports/new"
      variant="default"
      leftSection={<IconPackageImport size={16} />}
    >
      {bulk.import}
    </Button>
  );
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
        actions={
          canAdd && (
            <>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} />}
                disabled={(result.data?.total ?? 0) === 0}
                onClick={() => setExporting(true)}
              >
                {bulk.export}
              </Button>
              {addButton}
            </>
          )
        }
      />
      <DataGrid<ContactRow>
        grid={grid}
        result={result}
        label={t.title}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ email }) => email}
        searchLabel={t.search}
        filters={useContactFilters()}
        views={views}
        savedViews={useServerViews(grid.name)}
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
                  columns={shownColumns}
                  onDone={() => grid.select({ ids: new Set(), isAll: false })}
                />
              ),
            }
          : {})}
        empty={
          <Empty
            title={t.empty}
            text={t.emptyText}
            action={
              canAdd && (
                <>
                  {importButton}
                  {addButton}
                </>
              )
            }
          />
        }
      />
      <FormDialog
        isOpen={isExporting}
        onClose={() => setExporting(false)}
        title={bulk.exportTitle(result.data?.total ?? 0)}
      >
        <ExportSeen columns={shownColumns} filter={filter} onClose={() => setExporting(false)} />
      </FormDialog>
      <AddContactDialog isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

/** The columns with the values of those that are chosen beside the usual ones, for the rows of the page. */
function useColumnsWithValues(rows: readonly ContactRow[]) {
  const settings = useColumnSettings("contacts");
  const { data: known } = useQuery({ ...read("GET /export-fields"), staleTime: 60_000 });
  const isChosen = ({ field }: { field: string }) => settings.isShown({ key: field, isOptional: true });
  const fields = (known?.items ?? []).filter(isChosen).slice(0, maxFields);
  const query = { ids: rows.map(({ id }) => id).join(","), fields: fields.map(({ field }) => field).join(",") };
  const { data } = useQuery({
    ...readPage("GET /contact-values", { query }),
    enabled: rows.length > 0 && fields.length > 0,
  });
  return useContactColumns(new Map((data?.items ?? []).map(({ id, values }) => [id, values])));
}

/** The most fields that the API answers at once. */
const maxFields = 40;
