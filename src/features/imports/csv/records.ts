import Papa from "papaparse";
import { validation } from "../../../kernel/errors.ts";

/** A record longer than this is a quote that nobody closed. */
const maxRecordLength = 1_048_576;

export type Records = string[][];

/** Takes text as it comes and gives the records that are whole. Line ends of all kinds count alike. */
export function createRecordReader(delimiter: string): { take(text: string): Records; end(): Records } {
  const parser = new Papa.Parser({ delimiter, newline: "\n" });
  let rest = "";
  let endsInReturn = false;
  const parse = (text: string, isLast: boolean): Records => {
    const { data, meta }: Papa.ParseResult<string[]> = parser.parse(text, 0, !isLast);
    rest = isLast ? "" : text.slice(meta.cursor);
    if (rest.length > maxRecordLength) throw validation("file", { reason: "quotes" });
    return data.filter(isFilled);
  };
  return {
    take: (text) => {
      const whole = endsInReturn ? `\r${text}` : text;
      endsInReturn = whole.endsWith("\r");
      const lines = (endsInReturn ? whole.slice(0, -1) : whole).replace(/\r\n?/g, "\n");
      return parse(rest + lines, false);
    },
    end: () => (rest === "" ? [] : parse(rest, true)),
  };
}

/** Blank lines, and the lines of bare delimiters that spreadsheets leave behind, are no records. */
const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell !== "");

/** The records of a text, some at a time. */
export async function* readRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<Records> {
  const reader = createRecordReader(delimiter);
  for await (const piece of text) {
    const records = reader.take(piece);
    if (records.length > 0) yield records;
    await nextTurn();
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}

/** Lets whatever else waits in this process go first. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
