import type { ReactNode } from "react";
import classes from "./record-table.module.css";

export type RecordColumn<Row> = {
  readonly key: string;
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "end";
  /** Left out on a phone. */
  readonly isWide?: boolean;
};

/** A short table inside a card, without paging; long lists are a `DataGrid`. */
export const RecordTable = <Row,>({
  label,
  columns,
  rows,
  rowId,
}: {
  label: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
}) => (
  <div className={classes["scroll"]} role="group" aria-label={label} tabIndex={0}>
    <table className={classes["table"]} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, head, align, isWide }) => (
            <th key={key} scope="col" data-align={align} data-wide={isWide}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)}>
            {columns.map(({ key, cell, align, isWide }) => (
              <td key={key} data-align={align} data-wide={isWide}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** The main text of a row, with a quiet line below it. */
export const RecordName = ({ children, note }: { children: ReactNode; note?: ReactNode }) => (
  <span className={classes["name"]}>
    {children}
    {note !== undefined && note !== null && note !== "" && <small>{note}</small>}
  </span>
);
