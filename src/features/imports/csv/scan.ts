/**
 * Cells of a row. If quotes are ambiguous, `brokenAt` is the first affected cell; `isMisread` marks undecodable bytes.
 */
export type CsvRow = string[] & { readonly brokenAt?: number; readonly isMisread?: true };

/** A row with a stray quote, neither doubled nor at the end of a cell; it was read up to the end of its line. */
type RepairedRow = { readonly row: CsvRow; readonly at: number; readonly hasStray: boolean };

export type CsvScan = {
  readonly rows: readonly CsvRow[];
  readonly repaired: readonly RepairedRow[];
  /** The offset of the first row that is not included. */
  readonly restAt: number;
  /** Why it is not included: its text may continue, a quote is open, or its quotes are ambiguous. */
  readonly rest: "none" | "line" | "quoted" | "malformed";
};

type ScanInput = { readonly text: string; readonly delimiter: string; readonly isLast: boolean };

/**
 * The rows of a text. All kinds of line ends are equal; inside quotes they belong to the cell. A quote inside a quoted
 * cell that is neither doubled nor at its end is literal if the cell ends on the same line; across lines the row would
 * be ambiguous.
 */
export function scanRows(text: string, { delimiter, isLast }: Omit<ScanInput, "text">): CsvScan {
  const rows: CsvRow[] = [];
  const repaired: RepairedRow[] = [];
  let at = 0;
  for (;;) {
    const quote = text.indexOf('"', at);
    const plainEnd = quote < 0 ? text.length : lineStart(text, quote, at);
    if (plainEnd > at) {
      const lines = text.slice(at, plainEnd).replace(/\r\n?/g, "\n").split("\n");
      const last = lines.pop() ?? "";
      for (const line of lines) rows.push(line.split(delimiter));
      if (quote < 0 && !isLast) return { rows, repaired, restAt: text.length - last.length, rest: "line" };
      if (last !== "") rows.push(last.split(delimiter));
    }
    if (quote < 0) return { rows, repaired, restAt: text.length, rest: "none" };
    const found = quotedRow({ text, delimiter, isLast }, plainEnd);
    if (typeof found === "string") return { rows, repaired, restAt: plainEnd, rest: found };
    rows.push(found.row);
    if (found.repairedAt !== undefined) {
      repaired.push({ row: found.row, at: found.repairedAt, hasStray: found.hasStray });
    }
    at = found.end;
    if (at >= text.length) return { rows, repaired, restAt: at, rest: "none" };
  }
}

const lineFeed = 10;
const carriageReturn = 13;

function lineStart(text: string, from: number, notBefore: number): number {
  let at = from;
  while (at > notBefore && !isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

const isLineEnd = (code: number): boolean => code === lineFeed || code === carriageReturn;

type Unfinished = Exclude<CsvScan["rest"], "none">;

type QuotedRow = { row: CsvRow; end: number; repairedAt: number | undefined; hasStray: boolean };

function quotedRow(input: ScanInput, start: number): QuotedRow | Unfinished {
  const { text, delimiter, isLast } = input;
  const row: string[] = [];
  let repairedAt: number | undefined;
  let hasStray = false;
  let hasLines = false;
  let at = start;
  for (;;) {
    const cell = text[at] === '"' ? quotedCell(input, at) : plainCell(input, at);
    if (typeof cell === "string") return cell;
    if (cell.isRepaired) repairedAt ??= row.length;
    hasStray ||= cell.isStray;
    hasLines ||= cell.hasLines;
    row.push(cell.value);
    at = cell.end;
    if (at >= text.length && !isLast) return "line";
    if (text[at] === delimiter) {
      at += 1;
      continue;
    }
    if (repairedAt !== undefined && hasLines) return "malformed";
    const end = at + (text.startsWith("\r\n", at) ? 2 : 1);
    return { row, end: Math.min(end, text.length), repairedAt, hasStray };
  }
}

type Cell = { value: string; end: number; isRepaired: boolean; isStray: boolean; hasLines: boolean };

/** Up to the delimiter or the end of the line. */
function cellEnd({ text, delimiter }: ScanInput, from: number): number {
  const stop = delimiter.charCodeAt(0);
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === stop || isLineEnd(code)) break;
  }
  return at;
}

function plainCell(input: ScanInput, start: number): Cell {
  const end = cellEnd(input, start);
  const value = input.text.slice(start, end);
  return { value, end, isRepaired: false, isStray: value.includes('"'), hasLines: false };
}

function quotedCell(input: ScanInput, open: number): Cell | Unfinished {
  const { text, isLast } = input;
  let from = open + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return "quoted";
    if (text[quote + 1] === '"') {
      from = quote + 2;
      continue;
    }
    const end = skipBlanks(input, quote + 1);
    if (end === text.length && !isLast) return "line";
    const value = unescapeQuotes(text.slice(open + 1, quote));
    const hasLines = /[\r\n]/.test(value);
    if (end === cellEnd(input, end)) return { value, end, isRepaired: false, isStray: false, hasLines };
    return hasLines ? "malformed" : repairedCell(input, open, quote);
  }
}

function skipBlanks({ text, delimiter }: ScanInput, from: number): number {
  let at = from;
  while (isBlank(text[at]) && text[at] !== delimiter) at += 1;
  return at;
}

const isBlank = (letter: string | undefined): boolean => letter === " " || letter === "\t";

/** `"Jan" Novák` stays as it is; `"Hotel "Central" Brno"` loses its outer quotes. */
function repairedCell(input: ScanInput, open: number, quote: number): Cell | Unfinished {
  const end = cellEnd(input, quote + 1);
  if (end === input.text.length && !input.isLast) return "line";
  const raw = input.text.slice(open, end).trimEnd();
  const value = raw.endsWith('"') ? unescapeQuotes(raw.slice(1, -1)) : raw;
  return { value, end, isRepaired: true, isStray: false, hasLines: false };
}

const unescapeQuotes = (text: string): string => (text.includes('""') ? text.replaceAll('""', '"') : text);
