import { useMessages } from "../../i18n/messages.tsx";
import { StatusGlyph } from "../display/status.tsx";
import { Loading } from "../state/loading.tsx";
import { uiMessages } from "../messages.ts";
import type { DataGridProps } from "./data-grid-props.ts";
import { SelectRow } from "./grid-table.tsx";
import type { PhoneRow } from "./grid-types.ts";
import classes from "./phone-rows.module.css";

/** Two lines a row: name and tile, then status, detail and date. */
export function PhoneRows<Row>(props: DataGridProps<Row> & { isSelecting: boolean }) {
  const { grid, result, rowId, rowName, rowMenu, phoneRow, link, isSelecting } = props;
  const t = useMessages(uiMessages);
  if (result.data === undefined) return <Loading lines={8} />;
  return (
    <ul className={classes["rows"]} aria-label={props.label}>
      {result.data.items.map((row) => {
        const shown = phoneRow(row);
        const id = rowId(row);
        return (
          <li key={id}>
            {isSelecting && <SelectRow grid={grid} id={id} label={t.grid.selectRow(rowName(row))} />}
            <RowLines {...shown} title={link === undefined ? shown.title : link(row, shown.title)} />
            {rowMenu !== undefined && <div className={classes["menu"]}>{rowMenu(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}

export const RowLines = ({ title, corner, appearance, second, secondCorner }: PhoneRow) => (
  <div className={classes["row"]}>
    <span className={classes["title"]}>{title}</span>
    <span className={classes["corner"]}>{corner}</span>
    <span className={classes["second"]}>
      {appearance !== undefined && <StatusGlyph {...appearance} />}
      {second}
    </span>
    <span className={classes["secondCorner"]}>{secondCorner}</span>
  </div>
);
