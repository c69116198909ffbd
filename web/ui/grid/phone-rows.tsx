import { useWords } from "../../i18n/words.tsx";
import { Loading } from "../state/loading.tsx";
import { uiWords } from "../words.ts";
import type { DataGridProps } from "./data-grid.tsx";
import { SelectRow } from "./grid-table.tsx";
import classes from "./phone-rows.module.css";

/** Two lines a row: name and tile, then status, detail and date. */
export function PhoneRows<Row>(props: DataGridProps<Row> & { isSelecting: boolean }) {
  const { grid, result, rowId, rowName, rowMenu, phoneRow, link, isSelecting } = props;
  const t = useWords(uiWords);
  if (result.data === undefined) return <Loading lines={8} />;
  return (
    <ul className={classes["rows"]} aria-label={props.label}>
      {result.data.items.map((row) => {
        const { title, corner, second, secondCorner } = phoneRow(row);
        const id = rowId(row);
        return (
          <li key={id}>
            {isSelecting && <SelectRow grid={grid} id={id} label={t.grid.selectRow(rowName(row))} />}
            <div className={classes["row"]}>
              <span className={classes["title"]}>{link === undefined ? title : link(row, title)}</span>
              <span className={classes["corner"]}>{corner}</span>
              <span className={classes["second"]}>{second}</span>
              <span className={classes["secondCorner"]}>{secondCorner}</span>
            </div>
            {rowMenu !== undefined && <div className={classes["menu"]}>{rowMenu(row)}</div>}
          </li>
        );
      })}
    </ul>
  );
}
