import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { scanRows, type CsvRow } from "./scan.ts";

const maxRecordLength = 1_048_576;

/** Consecutive records; the first one of the file has the number 1. */
export type NumberedRecords = { readonly firstRow: number; readonly records: readonly CsvRow[] };

const quoteError = (row: number) => validation("file", { reason: "quotes", row, ...accepts.closedQuotes });

/**
 * Takes text in pieces and returns the complete records. A file whose quotes leave the end of a row ambiguous is
 * refused, because one row could swallow others. Rows with undecodable characters are marked.
 */
export function createRecordReader(
  delimiter: string,
  misread?: RegExp,
): { take(text: string): NumberedRecords; end(): NumberedRecords } {
  let rest = "";
  let endsInReturn = false;
  let nextRow = 1;
  let width: number | undefined;
  const read = (text: string, isLast: boolean): NumberedRecords => {
    const scan = scanRows(text, { delimiter, isLast });
    const found = scan.rows.filter(isNotBlank);
    const hasSeparatorLine = nextRow === 1 && isSeparatorLine(found[0], delimiter);
    const records = hasSeparatorLine ? found.slice(1) : found;
    const firstRow = hasSeparatorLine ? 2 : nextRow;
    const isFirst = width === undefined;
    width ??= records[0]?.length;
    for (const { row, at, hasStray } of scan.repaired) {
      if (hasStray || row.length !== width) Object.assign(row, { brokenAt: at });
    }
    if (misread?.test(text)) {
      for (const row of records) if (row.some((cell) => misread.test(cell))) Object.assign(row, { isMisread: true });
    }
    // The header must be unambiguous.
    if (isFirst && records[0]?.brokenAt !== undefined) throw quoteError(firstRow);
    nextRow = firstRow + records.length;
    rest = text.slice(scan.restAt);
    const isOpen = scan.rest === "quoted" && (isLast || rest.length > maxRecordLength);
    if (isOpen || scan.rest === "malformed") throw quoteError(nextRow);
    if (rest.length > maxRecordLength)
      throw validation("file", { reason: "size", row: nextRow, max: maxRecordLength, unit: "characters" });
    return { firstRow, records };
  };
  return {
    take: (text) => {
      const whole = endsInReturn ? `\r${text}` : text;
      endsInReturn = whole.endsWith("\r");
      return read(rest + (endsInReturn ? whole.slice(0, -1) : whole), false);
    },
    // Old programs end a text with Ctrl-Z.
    end: () => read(rest.endsWith("\u001a") ? rest.slice(0, -1) : rest, true),
  };
}

/** Blank lines and lines of only delimiters, as spreadsheets write them, are skipped. */
const isNotBlank = (cells: readonly string[]): boolean => cells.some((cell) => cell !== "");

/** A first line `sep=;` names the delimiter. */
const isSeparatorLine = (first: readonly string[] | undefined, delimiter: string): boolean =>
  first !== undefined && /^sep=.$/i.test(first.join(delimiter));

/** The first complete records of a text that may end anywhere. */
export function firstRecords(head: string, delimiter: string, count: number): readonly CsvRow[] {
  const read = (isLast: boolean) => scanRows(head, { delimiter, isLast }).rows.filter(isNotBlank);
  const completeRows = read(false);
  const found = completeRows.length > 1 ? completeRows : read(true);
  return (isSeparatorLine(found[0], delimiter) ? found.slice(1) : found).slice(0, count);
}

/** The records of a text, in groups. */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  misread?: RegExp,
): AsyncGenerator<NumberedRecords> {
  const reader = createRecordReader(delimiter, misread);
  for await (const piece of text) {
    const found = reader.take(piece);
    if (found.records.length > 0) yield found;
    await yieldToEventLoop();
  }
  const last = reader.end();
  if (last.records.length > 0) yield last;
}

/** Yields to the event loop. */
const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
