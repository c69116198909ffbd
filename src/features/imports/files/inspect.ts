import { accepts } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { createCentralEuropeanCheck } from "../csv/central-european.ts";
import { columnNames, isHeader } from "../csv/columns.ts";
import { detectDelimiter, type Delimiter } from "../csv/delimiter.ts";
import { createUtf8Check, encodingFromBom, type Encoding } from "../csv/encoding.ts";
import { createRecordReader, firstRecords, type NumberedRecords } from "../csv/records.ts";
import { maxColumns, maxRows } from "../limits.ts";

const headBytes = 65_536;

export type Inspection = {
  encoding: Encoding;
  delimiter: Delimiter;
  hasHeader: boolean;
  columns: string[];
  rows: number;
};

export type Inspector = { take(chunk: Uint8Array): void; end(): Inspection };

/**
 * Detects encoding, delimiter, columns and number of rows while the file is uploaded. Anything but a text table is
 * refused as early as possible. Rows are counted on bytes, because delimiters, quotes and line ends are the same in
 * UTF-8, windows-1250 and ISO-8859-2.
 */
export function createInspector(): Inspector {
  const utf8 = createUtf8Check();
  const centralEuropean = createCentralEuropeanCheck();
  let head = Buffer.alloc(0);
  let counter: ReturnType<typeof createRowCounter> | undefined;
  const start = () => {
    rejectBinary(head);
    counter = createRowCounter(head);
    return counter;
  };
  return {
    take: (chunk) => {
      utf8.take(chunk);
      centralEuropean.take(chunk);
      if (counter !== undefined) {
        counter.take(chunk);
        return;
      }
      head = Buffer.concat([head, chunk]);
      if (head.length >= headBytes) start();
    },
    end: () => {
      const { bom, delimiter, first, records } = (counter ?? start()).end();
      const encoding = bom ?? (utf8.isUtf8() ? "utf-8" : centralEuropean.encoding());
      if (records === 0) throw validation("file", { reason: "empty", min: 1, unit: "rows" });
      if (first.length > maxColumns) throw validation("columns", { max: maxColumns, unit: "columns" });
      const hasHeader = isHeader(first);
      const rows = hasHeader ? records - 1 : records;
      if (rows === 0) throw validation("rows", { min: 1, unit: "rows" });
      if (rows > maxRows) throw tooManyRows();
      const [names = []] = firstRecords(new TextDecoder(encoding).decode(head.subarray(0, headBytes)), delimiter, 1);
      return { encoding, delimiter, hasHeader, columns: columnNames(names, hasHeader), rows };
    },
  };
}

const tooManyRows = () => validation("rows", { max: maxRows, unit: "rows" });

function createRowCounter(head: Buffer) {
  const bom = encodingFromBom(head);
  const isWide = bom === "utf-16le" || bom === "utf-16be";
  const decoder = new TextDecoder(isWide ? bom : "latin1");
  const text = decoder.decode(head, { stream: true }).replace(/^ï»¿/, "");
  const start = text.slice(0, headBytes);
  const delimiter = detectDelimiter(start);
  let first: readonly string[] | undefined;
  const reader = createRecordReader(delimiter);
  let records = 0;
  const count = (found: NumberedRecords) => {
    first ??= found.records[0];
    records += found.records.length;
    if (records > maxRows + 1) throw tooManyRows();
  };
  count(reader.take(text));
  return {
    take: (chunk: Uint8Array) => {
      if (!isWide) rejectNul(chunk);
      count(reader.take(decoder.decode(chunk, { stream: true })));
    },
    end: () => {
      count(reader.take(decoder.decode()));
      count(reader.end());
      return { bom, delimiter, first: first ?? [], records };
    },
  };
}

const binary = () => validation("file", { reason: "binary", ...accepts.table });

/** Signatures of archives, spreadsheets, documents and images; file names are ignored. */
const signatures = [
  "PK\u0003\u0004",
  "PK\u0005\u0006",
  "%PDF-",
  "{\\rtf",
  "\u00d0\u00cf\u0011\u00e0",
  "\u0089PNG",
  "GIF8",
];

function rejectBinary(head: Buffer): void {
  const bom = encodingFromBom(head);
  if (bom === "utf-16le" || bom === "utf-16be") return;
  const start = head.subarray(0, 8).toString("latin1");
  if (signatures.some((signature) => start.startsWith(signature))) throw binary();
  rejectNul(head);
  let controls = 0;
  for (const byte of head) if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) controls += 1;
  if (controls > maxStrayControls && controls > head.length * maxControlShare) throw binary();
}

/** Control characters allowed in a text: this many, or this share. Compressed data has about one in ten bytes. */
const maxStrayControls = 3;
const maxControlShare = 0.03;

function rejectNul(chunk: Uint8Array): void {
  if (chunk.includes(0)) throw binary();
}
