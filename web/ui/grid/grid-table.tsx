import { Checkbox } from "@mantine/core";
import { useMessages } from "../../i18n/messages.tsx";
import { IconArrowDown, IconArrowUp } from "../icons.ts";
import { Bar } from "../state/loading.tsx";
import { uiMessages } from "../messages.ts";
import type { DataGridProps } from "./data-grid-props.ts";
import type { GridColumn } from "./grid-types.ts";
import type { Grid } from "./use-grid.ts";
import classes from "./grid.module.css";

const skeletonRows = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function GridTable<Row>(props: DataGridProps<Row>) {
  const { grid, result, columns, rowId, rowName, rowMenu, link, bulkActions } = props;
  const rows = result.data?.items;
  const t = useMessages(uiMessages);
  return (
    <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={props.label}>
      <table className={classes["table"]} aria-busy={rows === undefined}>
        <caption>{props.label}</caption>
        <thead>
          <tr>
            {bulkActions !== undefined && (
              <th className={classes["check"]}>
                <SelectPage grid={grid} ids={rows?.map(rowId) ?? []} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column} grid={grid} />
            ))}
            {rowMenu !== undefined && (
              <th className={classes["menu"]}>
                <span className={classes["hidden"]}>{t.more}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows === undefined &&
            skeletonRows.map((key) => (
              <tr key={key}>
                {bulkActions !== undefined && <td className={classes["check"]} />}
                {columns.map((column) => (
                  <td key={column.key} data-align={column.align}>
                    <Bar width="54%" />
                  </td>
                ))}
                {rowMenu !== undefined && <td />}
              </tr>
            ))}
          {rows?.map((row) => {
            const id = rowId(row);
            const isSelected = grid.selection.isAll || grid.selection.ids.has(id);
            return (
              <tr key={id} data-selected={isSelected || undefined}>
                {bulkActions !== undefined && (
                  <td className={classes["check"]}>
                    <SelectRow grid={grid} id={id} label={t.grid.selectRow(rowName(row))} />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} data-align={column.align} data-fixed={column.isFixed}>
                    {column.isLink === true && link !== undefined ? link(row, column.cell(row)) : column.cell(row)}
                  </td>
                ))}
                {rowMenu !== undefined && <td className={classes["menu"]}>{rowMenu(row)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({ column, grid }: { column: GridColumn<Row>; grid: Grid }) {
  const { head, sort, align, width } = column;
  const isSorted = sort !== undefined && grid.sort.replace("-", "") === sort;
  const isDescending = grid.sort.startsWith("-");
  const direction = isDescending ? "descending" : "ascending";
  return (
    <th scope="col" data-align={align} style={{ width }} {...(isSorted ? { "aria-sort": direction } : {})}>
      {sort === undefined ? (
        head
      ) : (
        <button type="button" onClick={() => grid.change({ sort: isSorted && !isDescending ? `-${sort}` : sort })}>
          {head}
          {isSorted && (isDescending ? <IconArrowDown size={14} /> : <IconArrowUp size={14} />)}
        </button>
      )}
    </th>
  );
}

function SelectPage({ grid, ids }: { grid: Grid; ids: readonly string[] }) {
  const t = useMessages(uiMessages);
  const { selection } = grid;
  const chosen = ids.filter((id) => selection.isAll || selection.ids.has(id)).length;
  return (
    <Checkbox
      aria-label={t.grid.selectPage}
      checked={ids.length > 0 && chosen === ids.length}
      indeterminate={chosen > 0 && chosen < ids.length}
      onChange={() =>
        grid.select({ ids: new Set(chosen === ids.length ? [] : [...selection.ids, ...ids]), isAll: false })
      }
    />
  );
}

export function SelectRow({ grid, id, label }: { grid: Grid; id: string; label: string }) {
  const { selection } = grid;
  const isSelected = selection.isAll || selection.ids.has(id);
  return (
    <Checkbox
      aria-label={label}
      checked={isSelected}
      onChange={() =>
        grid.select({
          ids: isSelected
            ? new Set([...selection.ids].filter((other) => other !== id))
            : new Set([...selection.ids, id]),
          isAll: false,
        })
      }
    />
  );
}
