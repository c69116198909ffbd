import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { createdColumn, nameColumn } from "../../../ui/grid/columns.ts";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn } from "../../../ui/grid/grid-types.ts";
import { useGrid } from "../../../ui/grid/use-grid.ts";
import { Empty } from "../../../ui/state/empty.tsx";
import { FormMenu } from "../form-menu.tsx";
import { statusAppearances, type FormRow } from "../appearance.ts";
import { formsMessages } from "../messages.ts";
import { AddFormForm } from "./add-form-form.tsx";

export function Page() {
  const t = useMessages(formsMessages);
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const grid = useGrid({ name: "forms", sort: "-createdAt", filters: ["shop"] });
  const result = useQuery(readPage("GET /forms", { query: { ...grid.query, shop: grid.filters["shop"] } }));
  const canChange = can("content", "full");
  // The choices of the dialog are shops, lists and purposes.
  const addButton =
    canChange && can("settings") && can("contacts") ? (
      <AddButton label={t.add} onClick={() => setAdding(true)} />
    ) : undefined;
  const isEmpty = result.data?.total === 0 && grid.search === "" && grid.filters["shop"] === undefined;
  return (
    <>
      <PageHeader title={t.title} facts={t.facts} actions={isEmpty ? undefined : addButton} />
      <DataGrid<FormRow>
        grid={grid}
        result={result}
        label={t.title}
        columns={useFormColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        filters={useShopFilter()}
        noMatch={t.noMatch}
        rowMenu={canChange ? (row) => <FormMenu form={row} /> : undefined}
        link={({ id }, content) => (
          <Link to="/forms/$formId" params={{ formId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(row) => ({
          title: row.name,
          corner: t.submitted(row.counts.submitted),
          appearance: statusAppearances[row.status],
          second: t.statuses[row.status],
          secondCorner: t.kinds[row.kind],
        })}
        empty={<Empty title={t.empty} text={t.emptyText} action={addButton} />}
      />
      <FormDialog isOpen={isAdding} onClose={() => setAdding(false)} title={t.add}>
        <AddFormForm onClose={() => setAdding(false)} />
      </FormDialog>
    </>
  );
}

function useFormColumns(): readonly GridColumn<FormRow>[] {
  const t = useMessages(formsMessages);
  const { number, percent, date } = useFormats();
  return [
    nameColumn(t.columns.name),
    {
      key: "status",
      head: t.columns.status,
      cell: ({ status }) => <Status appearance={statusAppearances[status]} label={t.statuses[status]} />,
    },
    { key: "kind", head: t.columns.kind, cell: ({ kind }) => t.kinds[kind] },
    { key: "submitted", head: t.columns.submitted, align: "end", cell: ({ counts }) => number(counts.submitted) },
    {
      key: "confirmed",
      head: t.columns.confirmed,
      align: "end",
      cell: ({ counts: { submitted, confirmed } }) => (submitted === 0 ? "–" : percent(confirmed / submitted)),
    },
    createdColumn(t.columns.created, date),
  ];
}
