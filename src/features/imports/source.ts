import type { TenantDb } from "../../db/tenant.ts";
import { readFile } from "../../storage/files.ts";
import { columnNames } from "./csv/columns.ts";
import type { Delimiter } from "./csv/delimiter.ts";
import { decode, type Encoding } from "./csv/encoding.ts";
import { readRecords, type Records } from "./csv/records.ts";
import type { ImportFile } from "./files/queries.ts";
import type { ImportOptions } from "./shapes.ts";

/** A stored file as a table: what was detected, unless the import says otherwise. */
export type Source = {
  readonly fileId: string;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly hasHeader: boolean;
  readonly columns: readonly string[];
};

export async function openSource(db: TenantDb, file: ImportFile, options: ImportOptions): Promise<Source> {
  const { fileId } = file;
  const encoding = options.encoding ?? file.encoding;
  const delimiter = options.delimiter ?? file.delimiter;
  const hasHeader = options.hasHeader ?? file.hasHeader;
  const columns = columnNames(await firstRecord(db, { fileId, encoding, delimiter }), hasHeader);
  return { fileId, encoding, delimiter, hasHeader, columns };
}

type Reading = Pick<Source, "fileId" | "encoding" | "delimiter">;

const recordsOf = (db: TenantDb, { fileId, encoding, delimiter }: Reading) =>
  readRecords(decode(readFile(db, fileId), encoding), delimiter);

async function firstRecord(db: TenantDb, reading: Reading): Promise<string[]> {
  for await (const [first] of recordsOf(db, reading)) if (first !== undefined) return first;
  return [];
}

/** Records one after another, numbered as people count them: the header is 1. */
export type Numbered = { readonly firstRow: number; readonly records: Records };

export async function* dataRecords(db: TenantDb, source: Source): AsyncGenerator<Numbered> {
  let row = 1;
  for await (const records of recordsOf(db, source)) {
    const isFirst = row === 1 && source.hasHeader;
    const data = isFirst ? records.slice(1) : records;
    if (data.length > 0) yield { firstRow: isFirst ? 2 : row, records: data };
    row += records.length;
  }
}
