import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useMessages } from "../../i18n/messages.tsx";
import { Card } from "../display/card.tsx";
import { Failure } from "../state/failure.tsx";
import { Loading } from "../state/loading.tsx";
import { uiMessages } from "../messages.ts";
import { phoneWidth } from "./data-grid.tsx";
import type { GridColumn, PhoneRow } from "./grid-types.ts";
import { RowLines } from "./phone-rows.tsx";
import gridClasses from "./grid.module.css";
import phoneClasses from "./phone-rows.module.css";
import classes from "./list-table.module.css";

type ListTableProps<Row> = {
  readonly label: string;
  /** Undefined while it loads. */
  readonly rows: readonly Row[] | undefined;
  readonly error?: unknown;
  readonly onRetry?: () => void;
  readonly rowId: (row: Row) => string;
  readonly columns: readonly GridColumn<Row>[];
  readonly phoneRow: (row: Row) => PhoneRow;
  readonly rowMenu?: ((row: Row) => ReactNode) | undefined;
  /** Shown instead of a list without rows. */
  readonly empty?: ReactNode;
};

/** A list that the API gives whole: no paging, no filters; rows of two lines on a phone. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, rows, error, onRetry, empty } = props;
  const isPhone = useMediaQuery(phoneWidth, false, { getInitialValueInEffect: false }) ?? false;
  if (rows === undefined)
    return (
      <Card flush>
        {error === null || error === undefined ? (
          <Loading lines={5} />
        ) : (
          <Failure error={error} what={label} {...(onRetry === undefined ? {} : { onRetry })} />
        )}
      </Card>
    );
  if (rows.length === 0 && empty !== undefined) return empty;
  return <div className={gridClasses["frame"]}>{isPhone ? <Rows {...props} /> : <Table {...props} />}</div>;
}

function Table<Row>({ label, rows = [], rowId, columns, rowMenu }: ListTableProps<Row>) {
  const t = useMessages(uiMessages);
  return (
    <div className={gridClasses["scroll"]}>
      <table className={`${gridClasses["table"]} ${classes["table"]}`}>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map(({ key, head, align, width }) => (
              <th key={key} scope="col" data-align={align} style={{ width }}>
                {head}
              </th>
            ))}
            {rowMenu !== undefined && (
              <th className={gridClasses["menu"]}>
                <span className={gridClasses["hidden"]}>{t.more}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map((column) => (
                <td key={column.key} data-align={column.align}>
                  {column.cell(row)}
                </td>
              ))}
              {rowMenu !== undefined && <td className={gridClasses["menu"]}>{rowMenu(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rows<Row>({ label, rows = [], rowId, phoneRow, rowMenu }: ListTableProps<Row>) {
  return (
    <ul className={phoneClasses["rows"]} aria-label={label}>
      {rows.map((row) => (
        <li key={rowId(row)}>
          <RowLines {...phoneRow(row)} />
          {rowMenu !== undefined && <div className={phoneClasses["menu"]}>{rowMenu(row)}</div>}
        </li>
      ))}
    </ul>
  );
}

/** A name and a smaller line below it. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className={classes["twoLines"]}>
    <b>{first}</b>
    <span>{second}</span>
  </span>
);
