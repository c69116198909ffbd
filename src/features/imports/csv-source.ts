import type { TenantDb } from "../../db/tenant.ts";
import { validation } from "../../kernel/errors.ts";
import { readFile } from "../../storage/files.ts";
import { columnNames } from "./csv/columns.ts";
import type { Delimiter } from "./csv/delimiter.ts";
import { decode, isUnicode, undecodablePattern, type Encoding } from "./csv/encoding.ts";
import { readRecords, type NumberedRecords } from "./csv/records.ts";
import type { ImportFile } from "./files/queries.ts";
import type { ImportOptions } from "./shapes.ts";

/** A stored file as a table; options of the import override what was detected. */
export type CsvSource = {
  readonly fileId: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly hasHeader: boolean;
  readonly columns: readonly string[];
};

export async function openCsvSource(db: TenantDb, file: ImportFile, options: ImportOptions): Promise<CsvSource> {
  const { fileId } = file;
  const encoding = options.encoding ?? file.encoding;
  if (isUnicode(encoding) && encoding !== file.encoding)
    throw validation("options.encoding", { allowed: [file.encoding] });
  const delimiter = options.delimiter ?? file.delimiter;
  const hasHeader = options.hasHeader ?? file.hasHeader;
  const columns = columnNames(await firstRecord(db, { fileId, encoding, delimiter }), hasHeader);
  return { fileId, encoding, delimiter, hasHeader, columns };
}

type CsvFormat = Pick<CsvSource, "fileId" | "encoding" | "delimiter">;

const openRecords = (db: TenantDb, { fileId, encoding, delimiter }: CsvFormat) =>
  readRecords(decode(readFile(db, fileId), encoding), delimiter, undecodablePattern(encoding));

async function firstRecord(db: TenantDb, format: CsvFormat): Promise<readonly string[]> {
  for await (const { records } of openRecords(db, format)) if (records[0] !== undefined) return records[0];
  return [];
}

/** All records except the header. */
export async function* dataRecords(db: TenantDb, source: CsvSource): AsyncGenerator<NumberedRecords> {
  let isHeader = source.hasHeader;
  for await (const found of openRecords(db, source)) {
    const { firstRow, records } = found;
    const data = isHeader ? { firstRow: firstRow + 1, records: records.slice(1) } : found;
    isHeader = false;
    if (data.records.length > 0) yield data;
  }
}
