import { unescapeFormula } from "../../../kernel/csv.ts";
import { normalizeEmail } from "../../../kernel/email.ts";
import { truncate } from "../../../kernel/text.ts";

/** An e-mail address in the first record means that the file has no header. */
export const isHeader = (first: readonly string[]): boolean =>
  !first.some((cell) => cell.includes("@") && normalizeEmail(cell) !== undefined);

/** A header as it is shown and compared: on one line and truncated. */
const normalizeName = (text: string): string => truncate(200, unescapeFormula(text.replace(/\s+/g, " ").trim()));

/** Names of columns: the header or the number of the column; the number is appended to a repeated name. */
export function columnNames(first: readonly string[], hasHeader: boolean): string[] {
  const taken = new Set<string>();
  return first.map((cell, index) => {
    const number = String(index + 1);
    const text = hasHeader ? normalizeName(cell) : "";
    const name = text === "" ? number : taken.has(text) ? `${text} (${number})` : text;
    taken.add(name);
    return name;
  });
}

/** The index of a column by its name, otherwise by its number. */
export function columnFinder(columns: readonly string[]): (column: string) => number | undefined {
  // The first column with a name wins.
  const indexes = new Map(columns.map((name, index) => [name, index] as const).toReversed());
  return (column) => {
    const named = indexes.get(column.trim()) ?? indexes.get(normalizeName(column));
    if (named !== undefined) return named;
    const number = /^[1-9]\d{0,4}$/.test(column) ? Number(column) : undefined;
    return number === undefined || number > columns.length ? undefined : number - 1;
  };
}
