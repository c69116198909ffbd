import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { useWords } from "../../i18n/words.tsx";
import { IconSearch } from "../icons.ts";
import { Failure, Notice } from "../state/failure.tsx";
import { uiWords } from "../words.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { GridFoot } from "./grid-foot.tsx";
import { GridTable } from "./grid-table.tsx";
import { GridToolbar } from "./grid-toolbar.tsx";
import type { GridColumn, GridFilter, GridResult, GridView, PhoneRow } from "./grid-types.ts";
import { GridViews } from "./grid-views.tsx";
import { PhoneRows } from "./phone-rows.tsx";
import { useHiddenColumns } from "./kept-settings.ts";
import type { Grid, Selection } from "./use-grid.ts";
import classes from "./grid.module.css";

export type DataGridProps<Row> = {
  readonly grid: Grid;
  readonly result: GridResult<Row>;
  readonly columns: readonly GridColumn<Row>[];
  readonly rowId: (row: Row) => string;
  /** What a row is called, for screen readers. */
  readonly rowName: (row: Row) => string;
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  readonly phoneRow: (row: Row) => PhoneRow;
  /** Wraps the row's title on a phone, and the columns with `isLink`, in a link to its page. */
  readonly link?: (row: Row, content: ReactNode) => ReactNode;
  readonly label: string;
  readonly searchLabel?: string;
  readonly filters?: readonly GridFilter[];
  readonly views?: readonly GridView[];
  readonly bulkActions?: (selection: Selection, count: number) => ReactNode;
  /** "Select all" is offered up to this number of matches. */
  readonly selectAllLimit?: number;
  /** Shown when there is nothing and nothing is filtered. */
  readonly empty?: ReactNode;
  readonly noMatch?: string;
};

export const phoneWidth = "(max-width: 47.99em)";

/** A list of the API: paging by the server, filters in the address, views, columns, selection, rows of two lines on a phone. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { grid, result, filters = [], views, empty, bulkActions } = props;
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false }) ?? false;
  const [isSelecting, setSelecting] = useState(false);
  const hidden = useHiddenColumns(grid.name);
  const columns = props.columns.filter(({ key, isFixed }) => isFixed === true || !hidden.keys.has(key));
  const isFiltered = grid.search !== "" || Object.values(grid.filters).some((value) => value !== undefined);
  const total = result.data?.total ?? 0;
  const count = grid.selection.isAll ? total : grid.selection.ids.size;
  if (empty !== undefined && result.data?.total === 0 && !isFiltered) return <>{empty}</>;
  return (
    <div className={classes["grid"]}>
      {views !== undefined && <GridViews grid={grid} views={views} />}
      <GridToolbar
        grid={grid}
        filters={filters}
        searchLabel={props.searchLabel}
        columns={props.columns}
        hidden={hidden}
        isPhone={isPhone}
        onSelect={bulkActions === undefined ? undefined : () => setSelecting(!isSelecting)}
      />
      <div className={classes["frame"]} data-busy={result.isFetching || undefined}>
        <GridBody {...props} columns={columns} isPhone={isPhone} isSelecting={isSelecting} isFiltered={isFiltered} />
        {total > 0 && <GridFoot grid={grid} total={total} hasSelection={count > 0} />}
        {bulkActions !== undefined && count > 0 && (
          <BulkBar grid={grid} count={count} total={total} canSelectAll={total <= (props.selectAllLimit ?? Infinity)}>
            {bulkActions(grid.selection, count)}
          </BulkBar>
        )}
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
  const t = useWords(uiWords);
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
