import { Button, Progress } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { readPage } from "../../../api/queries.ts";
import { useCan } from "../../../api/session.tsx";
import { useFormats, useMessages } from "../../../i18n/messages.tsx";
import { optionsOf } from "../../../ui/choices/options.ts";
import { PageHeader } from "../../../ui/display/page-header.tsx";
import { ReachBar } from "../../../ui/display/reach-bar.tsx";
import { Status } from "../../../ui/display/status.tsx";
import { DataGrid } from "../../../ui/grid/data-grid.tsx";
import type { GridColumn, GridFilter } from "../../../ui/grid/grid-types.ts";
import { choiceOf, useGrid } from "../../../ui/grid/use-grid.ts";
import { IconPlus } from "../../../ui/icons.ts";
import { ShortDate } from "../../../ui/people/people.tsx";
import { Empty } from "../../../ui/state/empty.tsx";
import { TransfersTabs } from "../section.tsx";
import { transfersMessages } from "../messages.ts";
import { isUnfinished, statusAppearances, useResultParts, type Import } from "./import-parts.ts";
import { importsMessages } from "./messages.ts";
import classes from "./imports.module.css";

export function Page() {
  const t = useMessages(importsMessages);
  const { title } = useMessages(transfersMessages);
  const can = useCan();
  const grid = useGrid({ name: "imports", sort: "-id", filters: ["status"] });
  const result = useQuery({
    ...readPage("GET /imports", { query: { ...grid.query, status: choiceOf(t.statuses, grid.filters["status"]) } }),
    refetchInterval: (query) => (query.state.data?.items.some(isUnfinished) === true ? 2000 : false),
  });
  const newButton = (
    <Button component={Link} to="/transfers/imports/new" leftSection={<IconPlus size={16} />}>
      {t.new}
    </Button>
  );
  const action = can("contacts", "full") ? newButton : undefined;
  return (
    <>
      <PageHeader title={title} actions={action} />
      <TransfersTabs />
      <DataGrid<Import>
        grid={grid}
        result={result}
        label={t.columns.name}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        searchLabel={t.search}
        filters={useFilters()}
        noMatch={t.noMatch}
        link={({ id }, content) => (
          <Link to="/transfers/imports/$importId" params={{ importId: id }}>
            {content}
          </Link>
        )}
        phoneRow={(item) => ({
          title: item.name,
          corner: t.rows(item.rows),
          appearance: statusAppearances[item.status],
          second: `${t.statuses[item.status]} · ${t.modes[item.mode]}`,
          secondCorner: <ShortDate at={item.createdAt} />,
        })}
        empty={<Empty title={t.empty} text={t.emptyText} action={action} />}
      />
    </>
  );
}

function useColumns(): readonly GridColumn<Import>[] {
  const t = useMessages(importsMessages);
  const { number, ago } = useFormats();
  return [
    {
      key: "name",
      head: t.columns.name,
      sort: "name",
      isFixed: true,
      cell: ({ id, name, mode }) => (
        <span className={classes["name"]}>
          <Link to="/transfers/imports/$importId" params={{ importId: id }}>
            {name}
          </Link>
          <span>{t.modes[mode]}</span>
        </span>
      ),
    },
    {
      key: "status",
      head: t.columns.status,
      sort: "status",
      cell: ({ status }) => <Status appearance={statusAppearances[status]} label={t.statuses[status]} />,
    },
    { key: "result", head: t.columns.result, cell: (item) => <ResultCell item={item} /> },
    { key: "rows", head: t.columns.rows, align: "end", cell: ({ rows }) => number(rows) },
    {
      key: "createdAt",
      head: t.columns.created,
      sort: "createdAt",
      align: "end",
      cell: ({ createdAt }) => ago(createdAt),
    },
  ];
}

function ResultCell({ item }: { item: Import }) {
  const t = useMessages(importsMessages);
  const toParts = useResultParts();
  return (
    <div className={classes["result"]}>
      {item.result === null ? (
        isUnfinished(item) && <Progress value={item.progress} aria-label={t.progress(item.progress, item.rows)} />
      ) : (
        <ReachBar {...toParts(item.result)} withLegend={false} height={8} />
      )}
    </div>
  );
}

function useFilters(): readonly GridFilter[] {
  const t = useMessages(importsMessages);
  const options = optionsOf(t.statuses);
  return [{ name: "status", label: t.columns.status, input: { options } }];
}
