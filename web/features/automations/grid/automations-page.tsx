import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { read, readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { AddButton } from "../../../ui/display/add-button.tsx";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { useShopFilter } from "../../../ui/choices/use-shop-filter.ts";
import { createdColumn, nameColumn } from "../../../ui/grid/columns.ts";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn, GridView } from "../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { Revenue, useRevenue, type RevenueOf } from "../../../ui/revenue/revenue.tsx";
import { AutomationMenu } from "../automation-menu.tsx";
import { statusAppearances, type AutomationRow } from "../appearance.ts";
import { automationsMessages } from "../messages.ts";
import { AddAutomationForm } from "../recipes/add-automation-form.tsx";
import { FirstAutomation } from "../recipes/first-automation.tsx";

const statuses = ["active", "paused", "draft"] as const;

export function Page() {
  const t = useMessages(automationsMessages);
  const can = useCan();
  const [recipe, setRecipe] = useState<string>();
  const grid = useGrid({ name: "automations", sort: "-createdAt", filters: ["status", "shop"] });
  const status = choiceOf(t.statuses, grid.filters["status"]);
  const { shop } = grid.filters;
  const result = useQuery(readPage("GET /automations", { query: { ...grid.query, status, shop } }));
  const revenueOf = useRevenue("automation", result.data?.items ?? []);
  const canChange = can("campaigns", "full");
  const views = useAutomationViews(shop);
  const isEmpty = views[0]?.count === 0 && shop === undefined;
  return (
    <>
      <PageHeader
        title={t.title}
        facts={t.facts}
        actions={canChange && !isEmpty ? <AddButton label={t.add} onClick={() => setRecipe("welcome")} /> : undefined}
      />
      <DataGrid<AutomationRow>
        grid={grid}
        result={result}
        label={t.title}
        columns={useAutomationColumns(revenueOf)}
        filters={useShopFilter()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        views={views}
        noMatch={t.noMatch}
        rowMenu={canChange ? (row) => <AutomationMenu automation={row} /> : undefined}
        link={({ id }, content) => (
          <Link to="/automations/$automationId" params={{ automationId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(row) => ({
          title: row.name,
          corner: t.emails(row.sent),
          appearance: statusAppearances[row.status],
          second: t.statuses[row.status],
          secondCorner: t.enteredCount(row.entered),
        })}
        empty={<FirstAutomation canCreate={canChange} onChoose={setRecipe} />}
      />
      <FormDialog isOpen={recipe !== undefined} onClose={() => setRecipe(undefined)} title={t.add} width={920}>
        <AddAutomationForm recipe={recipe ?? ""} onClose={() => setRecipe(undefined)} />
      </FormDialog>
    </>
  );
}

function useAutomationColumns(revenueOf: RevenueOf): readonly GridColumn<AutomationRow>[] {
  const t = useMessages(automationsMessages);
  const { number, date } = useFormats();
  return [
    nameColumn(t.columns.name),
    {
      key: "status",
      head: t.columns.status,
      sort: "status",
      cell: ({ status }) => <Status appearance={statusAppearances[status]} label={t.statuses[status]} />,
    },
    {
      key: "entered",
      head: t.columns.entered,
      sort: "entered",
      align: "end",
      cell: ({ entered }) => number(entered),
    },
    { key: "active", head: t.columns.active, sort: "active", align: "end", cell: ({ active }) => number(active) },
    { key: "sent", head: t.columns.sent, sort: "sent", align: "end", cell: ({ sent }) => number(sent) },
    {
      key: "revenue",
      head: t.columns.revenue,
      align: "end",
      cell: ({ id, sent }) => (sent === 0 ? "–" : <Revenue amounts={revenueOf(id)} />),
    },
    createdColumn(t.columns.created, date),
  ];
}

function useAutomationViews(shop: string | undefined): readonly GridView[] {
  const t = useMessages(automationsMessages);
  const results = useQueries({
    queries: [undefined, ...statuses].map((status) => ({
      ...read("GET /automations", { query: { status, shop, pageSize: 1 } }),
      staleTime: 10_000,
    })),
  });
  return [
    { key: "all", label: t.all, count: results[0]?.data?.total, search: {} },
    ...statuses.map((status, index) => ({
      key: status,
      label: t.views[status],
      count: results[index + 1]?.data?.total,
      search: { status },
    })),
  ];
}
