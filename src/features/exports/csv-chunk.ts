import iconv from "iconv-lite";
import type { TenantDb } from "../../db/tenant.ts";
import { byteOrderMark, csvLine } from "../../kernel/csv.ts";
import type { ExportColumn } from "./columns.ts";
import * as queries from "./queries.ts";
import type { ExportEncoding } from "./shapes.ts";
import { cellFormatters } from "./cell-formatters.ts";

const batchSize = 500;
/** Small, to limit the memory of a worker. */
const chunkBytes = 262_144;

export type CsvChunk = {
  bytes: Buffer;
  /** Whose lines they are. */
  contactIds: string[];
  addressHashes: string[];
  doneId: string;
  isLast: boolean;
};

type ExportPlan = queries.ContactSelection &
  Pick<queries.ExportRecord, "encoding" | "delimiter" | "bom"> & {
    fields: readonly ExportColumn[];
    now: Date;
    timeZone: string;
  };

/** The next part of the file: whole lines up to its size. The first part begins with the header. */
export async function buildNextChunk(
  db: TenantDb,
  plan: ExportPlan,
  done: { parts: number; doneId: string; lastId: string },
): Promise<CsvChunk> {
  const formatters = cellFormatters(plan.fields);
  const pieces = done.parts === 0 ? [encode(formatHeader(plan), plan.encoding)] : [];
  let { doneId } = done;
  let length = pieces[0]?.length ?? 0;
  const contactIds: string[] = [];
  const addressHashes: string[] = [];
  for (;;) {
    const range = { afterId: doneId, lastId: done.lastId, limit: batchSize, now: plan.now, timeZone: plan.timeZone };
    const contacts = await queries.listContactValues(db, plan, plan.fields, range);
    const lines = contacts.map((contact) =>
      csvLine(
        formatters.map((format) => format(contact)),
        plan.delimiter,
      ),
    );
    const piece = encode(lines.join(""), plan.encoding);
    pieces.push(piece);
    length += piece.length;
    for (const { id, fingerprint } of contacts) {
      contactIds.push(id);
      addressHashes.push(hashPrefix(fingerprint));
    }
    doneId = contacts.at(-1)?.id ?? doneId;
    const isLast = contacts.length < batchSize;
    if (isLast || length >= chunkBytes) {
      return { bytes: Buffer.concat(pieces, length), contactIds, addressHashes, doneId, isLast };
    }
  }
}

/** Eight bytes identify an address among all of a company. */
export const hashPrefix = (fingerprint: Buffer): string => fingerprint.readBigInt64BE(0).toString();

const formatHeader = ({ fields, delimiter, bom }: ExportPlan): string =>
  `${bom ? byteOrderMark : ""}${csvLine(
    fields.map(({ field }) => field),
    delimiter,
  )}`;

/** Characters missing in windows-1250 become question marks. */
const encode = (text: string, encoding: ExportEncoding): Buffer =>
  encoding === "utf-8" ? Buffer.from(text, "utf8") : iconv.encode(text, encoding);
