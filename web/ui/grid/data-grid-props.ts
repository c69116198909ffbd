import type { ReactNode } from "react";
import type { GridColumn, GridFilter, GridResult, GridView, PhoneRow } from "./grid-types.ts";
import type { SavedViews } from "./kept-settings.ts";
import type { Grid, Selection } from "./use-grid.ts";

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
  /** Where views are saved; in this browser unless stated. */
  readonly savedViews?: SavedViews;
  readonly bulkActions?: (selection: Selection, count: number) => ReactNode;
  /** "Select all" is offered up to this number of matches. */
  readonly selectAllLimit?: number;
  /** Shown when there is nothing and nothing is filtered. */
  readonly empty?: ReactNode;
  readonly noMatch?: string;
};
