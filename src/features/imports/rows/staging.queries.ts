import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toFragment } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { profileColumn, profileColumnDefinitions } from "../../contacts/contact-columns.sql.ts";
import type { ProfileField } from "../../../kernel/contact-columns.ts";
import { appendTrigramColumn } from "./trigram-column.ts";

/** The columns of `staged_row` that stored lines have; the trigrams are appended when they are copied. */
export const stagedColumns = (fields: readonly ProfileField[], optional: readonly "derived"[] = []): string[] => [
  "row",
  "email",
  "fingerprint",
  "consents",
  ...fields.map(profileColumn),
  "custom_fields",
  "tags",
  ...optional,
  "search",
  "name_key",
];

export type StagedBatch = { readonly batch: number; readonly columns: readonly string[]; readonly lines: string };

export async function insertBatch(
  db: TenantDb,
  importId: string,
  { batch, columns, lines }: StagedBatch,
): Promise<void> {
  await db.sql`
    insert into import_batch (tenant_id, import_id, batch, columns, lines)
    values (${db.tenantId}, ${importId}, ${batch}, ${[...columns]}, ${lines})`;
}

/** The next rows of a batch, at most `rows`. */
export type BatchSlice = { readonly importId: string; readonly batch: number; readonly rows: number };

export type OpenedSlice = { readonly count: number; readonly lastRow: number | undefined };

/**
 * Copies rows of a batch into `staged_row`, without those that a later row replaces. The temporary table is kept per
 * connection and emptied at commit, because creating it per batch would leave dead rows in the catalogue. The most used
 * columns are first, where they are read fastest. Each row has an id for its possible contact, in the order of the
 * file. Answers how many rows, and the last one unless it ends the batch.
 * `fields` are the mapped ones.
 */
export async function openBatchSlice(
  db: TenantDb,
  slice: BatchSlice,
  fields: readonly ProfileField[],
): Promise<OpenedSlice> {
  const { sql, tenantId } = db;
  // Read as bytes and copied back unchanged.
  const [batch] = await sql`
    select lines, applied_to, array_to_string(columns, ',') from import_batch
    where tenant_id = ${tenantId} and import_id = ${slice.importId} and batch = ${slice.batch}`.raw();
  if (batch?.[0] === undefined) throw new Error(`no batch ${slice.batch} of import ${slice.importId}`);
  const columns: string[] = batch[2]?.toString().split(",") ?? stagedColumns(fields);
  columns.push("grams");
  const { lines, ...opened } = sliceLines(batch[0], Number(batch[1]), slice.rows);
  await sql`
    create temporary table if not exists staged_row (
      row int not null, id bigint not null default nextval('contact_id_seq'), consents boolean not null, reason text,
      suppressed_at timestamptz, blacklisted_at timestamptz, email text not null, fingerprint bytea not null,
      ${toFragment(sql, profileColumnDefinitions)}, custom_fields jsonb, tags text[], search text not null, name_key text not null,
      grams oidvector not null, detail text, derived text[]
    ) on commit delete rows`;
  await sql`delete from staged_row`;
  const stream = await sql`copy staged_row (${sql(columns)}) from stdin`.writable();
  await pipeline(Readable.from(appendTrigramColumn(tenantId, lines), { objectMode: false }), stream);
  await sql`
    delete from staged_row s using import_problem p
    where p.tenant_id = ${tenantId} and p.import_id = ${slice.importId} and p.code = 'duplicate' and p.row = s.row`;
  return opened;
}

const lineFeed = 10;

/** Every line begins with the number of its row. An erasure may have removed lines after the previous slice. */
function sliceLines(batch: Buffer, appliedTo: number, rows: number): OpenedSlice & { lines: Buffer } {
  let start = 0;
  while (start < batch.length && rowAt(batch, start) <= appliedTo) start = nextLine(batch, start);
  let [last, end, count] = [start, start, 0];
  for (; count < rows && end < batch.length; count += 1) [last, end] = [end, nextLine(batch, end)];
  const lastRow = end < batch.length ? rowAt(batch, last) : undefined;
  return { lines: batch.subarray(start, end), count, lastRow };
}

const rowAt = (batch: Buffer, start: number): number =>
  Number.parseInt(batch.toString("latin1", start, start + 10), 10);

const nextLine = (batch: Buffer, start: number): number => batch.indexOf(lineFeed, start) + 1 || batch.length;

/** The rest of the batch waits for the next slice. */
export async function closeBatchSlice(
  { sql, tenantId }: TenantDb,
  { importId, batch }: BatchSlice,
  lastRow: number | undefined,
) {
  const isThisBatch = sql`tenant_id = ${tenantId} and import_id = ${importId} and batch = ${batch}`;
  if (lastRow === undefined) await sql`delete from import_batch where ${isThisBatch}`;
  else await sql`update import_batch set applied_to = ${lastRow} where ${isThisBatch}`;
}

export const copyText = (value: string | null | undefined): string => {
  if (value === null || value === undefined) return "\\N";
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, escapeCharacter) : value;
};

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escapeCharacter = (letter: string): string => escapes[letter] ?? letter;

/** A text array as PostgreSQL writes it. */
export const postgresArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, (letter) => `\\${letter}`)}"`).join(",")}}`;
