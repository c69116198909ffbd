import { validation } from "../../../kernel/errors.ts";
import { maxColumns } from "../limits.ts";
import { serialToDate, type DateStyles } from "./number-formats.ts";
import { readXml } from "./read-xml.ts";

export type SheetContext = {
  readonly sharedTexts: readonly string[];
  readonly isDate: DateStyles;
  readonly isFrom1904: boolean;
};

/** The rows of a sheet, in groups; rows and cells that the sheet leaves out are empty. */
export async function* readSheetRows(
  content: AsyncIterable<Uint8Array>,
  context: SheetContext,
): AsyncGenerator<readonly string[][]> {
  let rows: string[][] = [];
  let row: string[] = [];
  let column = -1;
  let [type, style, value]: [string, string | undefined, string] = ["n", undefined, ""];
  let isValue = false;
  const pieces = readXml(content, {
    open: (name, attributes) => {
      if (name === "row") [row, column] = [[], -1];
      if (name === "c") {
        column = parseColumn(attributes["r"]) ?? column + 1;
        if (column >= maxColumns) throw validation("columns", { max: maxColumns, unit: "columns" });
        [type, style, value] = [attributes["t"] ?? "n", attributes["s"], ""];
      }
      // Texts of phonetic hints are no part of the value.
      if (name === "v" || name === "t") isValue = true;
      if (name === "rPh") isValue = false;
    },
    text: (text) => {
      if (isValue) value += text;
    },
    close: (name) => {
      if (name === "v" || name === "t") isValue = false;
      if (name === "c") {
        const text = cellText({ type, style, value }, context);
        if (text === "") return;
        while (row.length < column) row.push("");
        row[column] = text;
      }
      if (name === "row" && row.length > 0) rows.push(row);
    },
  });
  for await (const _piece of pieces) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

/** `C5` → 2 */
function parseColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

type Cell = { readonly type: string; readonly style: string | undefined; readonly value: string };

function cellText({ type, style, value }: Cell, { sharedTexts, isDate, isFrom1904 }: SheetContext): string {
  switch (type) {
    case "s":
      return sharedTexts[Number(value)] ?? "";
    case "inlineStr":
    case "str":
      return plainText(value);
    case "b":
      return value === "1" ? "true" : "false";
    // An error of a formula, such as #N/A.
    case "e":
      return "";
    case "d":
      return value;
    default:
      return numberText(value, isDate(style), isFrom1904);
  }
}

/** Numbers are stored with more digits than a spreadsheet shows: 0.30000000000000004 */
function numberText(value: string, isDay: boolean, isFrom1904: boolean): string {
  if (value.trim() === "") return "";
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  return (isDay ? serialToDate(number, isFrom1904) : undefined) ?? String(Number(number.toPrecision(15)));
}

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f]/g;

/** Spreadsheets write control characters as `_x000D_`. */
export const plainText = (text: string): string =>
  text
    .replace(/_x([0-9a-f]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(controls, "");
