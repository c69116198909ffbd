import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { IconSearch } from "../icons.ts";
import { Failure, Notice } from "../state/failure.tsx";
import { uiMessages } from "../messages.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { GridFooter } from "./grid-footer.tsx";
import { GridTable } from "./grid-table.tsx";
import { GridToolbar } from "./grid-toolbar.tsx";
import { GridViews } from "./grid-views.tsx";
import { PhoneRows } from "./phone-rows.tsx";
import { useBrowserViews, useColumnSettings } from "./kept-settings.ts";
import type { Grid } from "./use-grid.ts";
import type { DataGridProps } from "./data-grid-props.ts";
import classes from "./grid.module.css";

export const phoneWidth = "(max-width: 47.99em)";

/** A list of the API: paging by the server, filters in the address, views, columns, selection, rows of two lines on a phone. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { grid, result, filters = [], views, empty, bulkActions } = props;
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false }) ?? false;
  const [isSelecting, setSelecting] = useState(false);
  const settings = useColumnSettings(grid.name);
  const columns = props.columns.filter(settings.isShown);
  const inBrowser = useBrowserViews(grid.name);
  const saved = props.savedViews ?? inBrowser;
  const isFiltered = grid.search !== "" || Object.values(grid.filters).some((value) => value !== undefined);
  const total = result.data?.total ?? 0;
  const count = grid.selection.isAll ? total : grid.selection.ids.size;
  if (empty !== undefined && result.data?.total === 0 && !isFiltered) return <>{empty}</>;
  return (
    <div className={classes["grid"]}>
      {views !== undefined && (
        <GridViews grid={grid} views={views} saved={saved} onColumns={(keys) => settings.show(props.columns, keys)} />
      )}
      <GridToolbar
        grid={grid}
        filters={filters}
        searchLabel={props.searchLabel}
        columns={props.columns}
        settings={settings}
        saved={saved}
        isPhone={isPhone}
        onSelect={bulkActions === undefined ? undefined : () => setSelecting(!isSelecting)}
      />
      <div className={classes["frame"]} data-busy={result.isFetching || undefined}>
        <GridBody {...props} columns={columns} isPhone={isPhone} isSelecting={isSelecting} isFiltered={isFiltered} />
        <div className={classes["bottom"]}>
          {total > 0 && <GridFooter grid={grid} total={total} hasSelection={count > 0} />}
          {bulkActions !== undefined && count > 0 && (
            <BulkBar grid={grid} count={count} total={total} canSelectAll={total <= (props.selectAllLimit ?? Infinity)}>
              {bulkActions(grid.selection, count)}
            </BulkBar>
          )}
        </div>
      </div>
    </div>
  );
}

type BodyProps<Row> = DataGridProps<Row> & {
  readonly isPhone: boolean;
  readonly isSelecting: boolean;
  readonly isFiltered: boolean;
};

function GridBody<Row>(props: BodyProps<Row>) {
  const { grid, result, isPhone, isFiltered, noMatch } = props;
  const t = useMessages(uiMessages);
  if (result.data === undefined && result.error !== null && result.error !== undefined)
    return <Failure error={result.error} what={props.label} onRetry={() => void result.refetch()} />;
  if (result.data?.items.length === 0)
    return (
      <Notice
        icon={<IconSearch size={24} />}
        title={noMatch ?? t.grid.noMatch}
        action={isFiltered ? <ClearFilters grid={grid} label={t.grid.clearFilters} /> : undefined}
      />
    );
  return isPhone ? <PhoneRows {...props} /> : <GridTable {...props} />;
}

const ClearFilters = ({ grid, label }: { grid: Grid; label: string }) => (
  <Button
    variant="default"
    onClick={() =>
      grid.change({ q: undefined, ...Object.fromEntries(Object.keys(grid.filters).map((name) => [name, undefined])) })
    }
  >
    {label}
  </Button>
);
