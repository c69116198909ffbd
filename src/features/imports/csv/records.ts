import { validation } from "../../../kernel/errors.ts";
import { scanRows, type Row } from "./scan.ts";

const maxRecordLength = 1_048_576;

/** Records one after another, numbered as people count them: the first one of the file is 1. */
export type Numbered = { readonly firstRow: number; readonly records: readonly Row[] };

const quotesAt = (row: number) => validation("file", { reason: "quotes", row });

/**
 * Takes text as it comes and gives the records that are whole. A file whose quotes do not tell where its rows end is
 * refused: somebody would be lost in a cell of somebody else. Rows with letters that could not be read are marked.
 */
export function createRecordReader(
  delimiter: string,
  misread?: RegExp,
): { take(text: string): Numbered; end(): Numbered } {
  let rest = "";
  let endsInReturn = false;
  let nextRow = 1;
  let width: number | undefined;
  const read = (text: string, isLast: boolean): Numbered => {
    const scan = scanRows(text, { delimiter, isLast });
    const found = scan.rows.filter(isFilled);
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
    // What the columns are called has to be certain.
    if (isFirst && records[0]?.brokenAt !== undefined) throw quotesAt(firstRow);
    nextRow = firstRow + records.length;
    rest = text.slice(scan.restAt);
    const isOpen = scan.rest === "quoted" && (isLast || rest.length > maxRecordLength);
    if (isOpen || scan.rest === "nonsense") throw quotesAt(nextRow);
    if (rest.length > maxRecordLength) throw validation("file", { reason: "size", row: nextRow });
    return { firstRow, records };
  };
  return {
    take: (text) => {
      const whole = endsInReturn ? `\r${text}` : text;
      endsInReturn = whole.endsWith("\r");
      return read(rest + (endsInReturn ? whole.slice(0, -1) : whole), false);
    },
    // Old programs end a text by Ctrl-Z.
    end: () => read(rest.endsWith("\u001a") ? rest.slice(0, -1) : rest, true),
  };
}

/** Blank lines, and the lines of bare delimiters that spreadsheets leave behind, are no records. */
const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell !== "");

/** Spreadsheets may be told the delimiter by a first line of its own. */
const isSeparatorLine = (first: readonly string[] | undefined, delimiter: string): boolean =>
  first !== undefined && /^sep=.$/i.test(first.join(delimiter));

/** The first records of a text that may be cut off anywhere, as far as they can be read. */
export function firstRecords(head: string, delimiter: string, count: number): readonly Row[] {
  const read = (isLast: boolean) => scanRows(head, { delimiter, isLast }).rows.filter(isFilled);
  const whole = read(false);
  const found = whole.length > 1 ? whole : read(true);
  return (isSeparatorLine(found[0], delimiter) ? found.slice(1) : found).slice(0, count);
}

/** The records of a text, some at a time. */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  misread?: RegExp,
): AsyncGenerator<Numbered> {
  const reader = createRecordReader(delimiter, misread);
  for await (const piece of text) {
    const found = reader.take(piece);
    if (found.records.length > 0) yield found;
    await nextTurn();
  }
  const last = reader.end();
  if (last.records.length > 0) yield last;
}

/** Lets whatever else waits in this process go first. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
