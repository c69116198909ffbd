import type { ReactNode } from "react";
import type { Search } from "../../routing/page.ts";
import type { StatusAppearance } from "../display/status.tsx";

export type GridColumn<Row> = {
  readonly key: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** The name in `sort` of the API. */
  readonly sort?: string;
  readonly align?: "end";
  readonly width?: number | string;
  /** The first column is always shown. */
  readonly isFixed?: boolean;
  /** Not shown unless it is chosen. */
  readonly isOptional?: boolean;
  /** The cell is a link to the row's page, see `link` of the grid. */
  readonly isLink?: boolean;
};

export type GridFilter = {
  /** The name in the address. */
  readonly name: string;
  readonly label: string;
  /** Choices, a day, or free text. */
  readonly input: { readonly options: readonly { value: string; label: string }[] } | "day" | "text";
};

export type GridView = {
  readonly key: string;
  readonly label: string;
  readonly count?: number | undefined;
  /** The filters of the view; others are removed. */
  readonly search: Search;
};

export type PhoneRow = {
  readonly title: ReactNode;
  readonly corner?: ReactNode;
  /** The sign of a state before the second line. */
  readonly appearance?: StatusAppearance;
  readonly second: ReactNode;
  readonly secondCorner?: ReactNode;
};

export type PageOf<Row> = { readonly items: readonly Row[]; readonly total: number };

/** The part of a query result that a grid shows. */
export type GridResult<Row> = {
  readonly data: PageOf<Row> | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};
