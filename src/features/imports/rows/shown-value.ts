import { truncate } from "../../../kernel/text.ts";
import { columnFinder } from "../csv/columns.ts";
import { cellText } from "./parse-row.ts";

const maxShownLetters = 100;

/** The value of a cell as it is shown beside its problem; an empty cell has none. */
export function shownValue(at: { columns: readonly string[]; cells: readonly string[]; column: string }) {
  // Values beyond the last column are reported by their number.
  const index = columnFinder(at.columns)(at.column) ?? Number(at.column) - 1;
  const value = truncate(maxShownLetters, cellText(at.cells[index]));
  return value === "" ? {} : { value };
}
