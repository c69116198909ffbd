import { node, toFragment, type SqlNode } from "../../../db/sql-node.ts";
import type { TenantDb } from "../../../db/tenant.ts";
import { profileColumn, profileColumnDefinitions } from "../../contacts/contact-columns.sql.ts";
import type { ProfileField } from "../../../kernel/contact-columns.ts";
import { appendTrigramColumn } from "./trigram-column.ts";

/** The columns of staged rows that stored lines have; the trigrams are appended when they are copied. */
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

/** Rows of one batch. A slice reads whole batches, so they are small. */
export const batchRows = 1000;

/** All batches of an import have the same columns. */
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

/** The next rows of an import, at most `rows`, from `batch` on. */
export type ImportSlice = { readonly importId: string; readonly batch: number; readonly rows: number };

export type OpenedSlice = {
  readonly count: number;
  /** The first batch that the slice does not contain wholly, and its last row in the slice, if any. */
  readonly nextBatch: number;
  readonly lastRow: number | undefined;
};

/**
 * Stages rows of the next batches, without those that a later row replaces. Each row has an id for its
 * possible contact, in the order of the file. `fields` are the mapped ones. Only the transaction sees the rows.
 */
export async function openSlice(
  db: TenantDb,
  slice: ImportSlice,
  fields: readonly ProfileField[],
): Promise<OpenedSlice> {
  const { sql, tenantId } = db;
  // Read as bytes and copied back unchanged.
  const batches = await sql`
    select batch, lines, applied_to, array_to_string(columns, ',') from import_batch
    where tenant_id = ${tenantId} and import_id = ${slice.importId} and batch >= ${slice.batch}
    order by batch limit ${Math.ceil(slice.rows / batchRows) + 1}`.raw();
  const columns: string[] = batches[0]?.[3]?.toString().split(",") ?? stagedColumns(fields);
  columns.push("grams");
  const { lines, ...opened } = sliceLines(batches, slice);
  if (!db.isDistributed) await createStagedRows(db);
  await sql`delete from ${toFragment(sql, stagedRow(db))} s where ${toFragment(sql, isStaged(db))}`;
  const ofCompany = db.isDistributed ? ["tenant_id"] : [];
  const rows =
    await sql`copy ${toFragment(sql, stagedRow(db))} (${sql([...columns, ...ofCompany])}) from stdin`.copyIn();
  const copied = appendTrigramColumn(tenantId, lines, db.isDistributed ? `\t${tenantId}` : "");
  for (const chunk of copied) await rows.write(chunk);
  await rows.end();
  await sql`
    delete from ${toFragment(sql, stagedRow(db))} s using import_problem p
    where ${toFragment(sql, isStaged(db))} and p.tenant_id = ${tenantId} and p.import_id = ${slice.importId}
      and p.code = 'duplicate' and p.row = s.row`;
  return opened;
}

/** The table of staged rows: temporary, or distributed on a cluster (migration 82). */
export const stagedRow = ({ isDistributed }: Pick<TenantDb, "isDistributed">): SqlNode =>
  isDistributed ? node`staged_row` : node`slice_row`;

/** A condition on a staged row `s`: a row of the slice. The temporary table has no others. */
export const isStaged = ({ tenantId, isDistributed }: TenantDb): SqlNode =>
  isDistributed ? node`s.tenant_id = ${tenantId}` : node`true`;

/**
 * Staged rows `s` with the contacts `c` of their addresses, each looked up by the index: the planner knows neither how many
 * rows are staged nor how many contacts a growing company has, and may compare all with all.
 */
export const stagedWithContact = (db: TenantDb): SqlNode => node`
  ${stagedRow(db)} s cross join lateral (
    select tenant_id, id, email, created_at from contact where tenant_id = ${db.tenantId} and email = s.email offset 0) c`;

/**
 * Kept per connection and emptied at commit, because creating it per slice would leave dead rows in the catalogue. The most
 * used columns are first, where they are read fastest.
 */
async function createStagedRows({ sql }: TenantDb): Promise<void> {
  await sql`
    create temporary table if not exists slice_row (
      row int not null, id bigint not null default nextval('contact_id_seq'), consents boolean not null, reason text,
      suppressed_at timestamptz, blacklisted_at timestamptz, email text not null, fingerprint bytea not null,
      ${toFragment(sql, profileColumnDefinitions)}, custom_fields jsonb, tags text[], search text not null, name_key text not null,
      grams oidvector not null, detail text, derived text[]
    ) on commit delete rows`;
}

const lineFeed = 10;

/** Every line begins with the number of its row. An erasure may have removed lines after the previous slice. */
function sliceLines(batches: readonly Buffer[][], { importId, batch, rows }: ImportSlice) {
  const parts: Buffer[] = [];
  let [count, nextBatch] = [0, batch];
  for (const [number, lines, appliedTo] of batches) {
    if (Number(number) !== nextBatch || lines === undefined) break;
    let start = 0;
    while (start < lines.length && rowAt(lines, start) <= Number(appliedTo)) start = nextLine(lines, start);
    let [last, end] = [start, start];
    for (; count < rows && end < lines.length; count += 1) [last, end] = [end, nextLine(lines, end)];
    if (end > start) parts.push(lines.subarray(start, end));
    if (end < lines.length) {
      return { lines: Buffer.concat(parts), count, nextBatch, lastRow: end > start ? rowAt(lines, last) : undefined };
    }
    nextBatch += 1;
  }
  if (nextBatch === batch) throw new Error(`no batch ${batch} of import ${importId}`);
  return { lines: Buffer.concat(parts), count, nextBatch, lastRow: undefined };
}

const rowAt = (batch: Buffer, start: number): number =>
  Number.parseInt(batch.toString("latin1", start, start + 10), 10);

const nextLine = (batch: Buffer, start: number): number => batch.indexOf(lineFeed, start) + 1 || batch.length;

/** Deletes the applied batches; the rest of the next one waits for the next slice. */
export async function closeSlice(
  db: TenantDb,
  { importId, batch }: ImportSlice,
  { nextBatch, lastRow }: OpenedSlice,
): Promise<void> {
  const { sql, tenantId } = db;
  if (db.isDistributed)
    await sql`delete from ${toFragment(sql, stagedRow(db))} s where ${toFragment(sql, isStaged(db))}`;
  const ofImport = sql`tenant_id = ${tenantId} and import_id = ${importId}`;
  if (nextBatch > batch) await sql`delete from import_batch where ${ofImport} and batch < ${nextBatch}`;
  if (lastRow !== undefined) {
    await sql`update import_batch set applied_to = ${lastRow} where ${ofImport} and batch = ${nextBatch}`;
  }
}

export const copyText = (value: string | null | undefined): string => {
  if (value === null || value === undefined) return "\\N";
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, escapeCharacter) : value;
};

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const escapeCharacter = (letter: string): string => escapes[letter] ?? letter;
