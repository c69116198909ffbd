import { inTransaction, type Context } from "../../context.ts";
import { requestAction } from "../../jobs/actions.ts";
import { accepts, existing } from "../../kernel/accepts.ts";
import { conflict, notFound, validation } from "../../kernel/errors.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { fold, joinSearchText } from "../../kernel/text.ts";
import { findPurpose } from "../contacts/consents/queries.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { findShopLists } from "../lists/shop-lists/queries.ts";
import { ensureShopLists } from "../lists/shop-lists/service.ts";
import { advanceImport, type ImportCheckpoint } from "./state-machine.ts";
import { deleteDraft } from "./drafts/queries.ts";
import { claimImportFile, findImportFile, type ImportFile } from "./files/queries.ts";
import { runImport } from "./jobs.ts";
import { listReferencedLists, shopExists } from "./references.queries.ts";
import { hasConsentColumn, isShoptet, shoptetMapping } from "./mapping/shoptet.ts";
import * as queries from "./queries.ts";
import { planRows } from "./rows/row-plan.ts";
import { shownValue } from "./rows/shown-value.ts";
import type { ImportInput, ImportKind, ImportMode, ColumnMapping } from "./shapes.ts";
import { dataRecords, openCsvSource, type CsvSource } from "./csv-source.ts";

/** Up to this many rows are imported while the request waits. */
const maxSynchronousRows = 1000;

/** Retention of a file claimed by an import; longer than any import runs. */
const claimedDays = 30;

const present = ({
  fileId: _fileId,
  columns: _columns,
  rejectedUntil: _until,
  rowCount,
  ...row
}: queries.ImportRecord) => ({
  ...row,
  rows: rowCount,
  createdAt: row.createdAt.toISOString(),
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export async function listImports(ctx: Context, query: queries.ImportFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = toPage(query);
  const [total, rows] = await Promise.all([
    queries.countImports(ctx.db, query),
    queries.listImports(ctx.db, query, { sort: query.sort ?? "-id", limit: pageSize, offset }),
  ]);
  return { items: rows.map(present), total, page, pageSize };
}

export async function getImportRecord({ db }: Context, id: string): Promise<queries.ImportRecord> {
  const record = await queries.findImport(db, id);
  if (record === undefined) throw notFound("import");
  return record;
}

/** With the values that the problems are about, as long as the rows are kept. */
export async function getImport(ctx: Context, id: string) {
  const record = await getImportRecord(ctx, id);
  const { result, columns, options } = record;
  if (result === null || result.problems.length === 0 || options.invalidValues === undefined) return present(record);
  const cells = await queries.findProblemCells(ctx.db, id, [...new Set(result.problems.map(({ row }) => row))]);
  const problems = result.problems.map((problem) => ({
    ...problem,
    ...shownValue({ columns, cells: cells.get(problem.row) ?? [], column: problem.column }),
  }));
  return present({ ...record, result: { ...result, problems } });
}

export async function deleteImport(ctx: Context, id: string): Promise<void> {
  await getImportRecord(ctx, id);
  if (!(await ctx.db.transaction((db) => queries.deleteFinishedImport(db, id)))) throw conflict("status");
}

/** Starts an import: a small one runs within the request, a big one in the background. */
export async function createImport(ctx: Context, body: ImportInput) {
  await validateRequest(ctx, body);
  const file = await getUnclaimedFile(ctx, body.fileId);
  const { columns, mapping } = await getMappedColumns(ctx, file, body);
  const id = await inTransaction(ctx, async (inner) => {
    const importId = await insertClaimedImport(inner, body, { file, columns, mapping });
    inner.db.created(importId);
    if (isShoptet(body.kind ?? "csv")) await createMissingShopLists(inner, body.shopId);
    if (file.rowCount > inner.volume(maxSynchronousRows)) await requestAction(inner, runImport, { importId });
    else await runSynchronously(inner, importId);
    return importId;
  });
  return getImport(ctx, id);
}

/** The first import of a shop's export also creates the shop's lists; listeners then keep their members. */
async function createMissingShopLists(ctx: Context, shopId: string): Promise<void> {
  const lists = await findShopLists(ctx.db, shopId);
  if (lists.some(({ listId }) => listId === null)) await ensureShopLists(ctx, [shopId]);
}

async function runSynchronously(ctx: Context, importId: string): Promise<void> {
  let done: ImportCheckpoint | undefined;
  for (;;) {
    const step = await advanceImport(ctx, importId, done);
    if ("result" in step) return;
    done = step.checkpoint;
  }
}

/** A request of the API or of a migration from another platform. */
export type ImportRequest = Omit<ImportInput, "kind" | "mode"> & { kind?: ImportKind; mode: ImportMode };

type MappedFile = { file: ImportFile; columns: readonly string[]; mapping: ColumnMapping };

export async function insertClaimedImport(
  ctx: Context,
  body: ImportRequest,
  { file, columns, mapping }: MappedFile,
): Promise<string> {
  const { db, clock } = ctx;
  const at = clock.now();
  const { name, source, mode, shopId, kind = "csv", options = {}, runAutomations = false } = body;
  const importId = await queries.insertImport(db, {
    name: name.trim(),
    source: source.trim(),
    kind,
    mode,
    status: "queued",
    shopId,
    purposeId: needsConsent(body) ? (body.purposeId ?? null) : null,
    listIds: [...new Set(body.listIds)],
    mapping: JSON.stringify(mapping),
    options: JSON.stringify(options),
    runAutomations,
    fileId: file.fileId,
    fileName: file.name,
    columns: JSON.stringify(columns),
    rowCount: file.rowCount,
    createdAt: at,
    startedAt: null,
    search: joinSearchText(name, source, file.name),
    nameKey: fold(name.trim()),
  });
  const isClaimed = await claimImportFile(db, { fileId: file.fileId, importId, until: addMs(at, days(claimedDays)) });
  if (!isClaimed) throw validation("fileId", existing("file"));
  const { draftId = null } = body;
  if (draftId !== null && !(await deleteDraft(db, draftId))) throw validation("draftId", existing("draft"));
  return importId;
}

const needsConsent = ({ mode }: ImportRequest): boolean => mode === "upsert" || mode === "update_only";

/** Validates the request itself, then its references. */
async function validateRequest({ db }: Context, body: ImportInput): Promise<void> {
  if (needsConsent(body)) {
    if (body.purposeId === undefined) throw validation("purposeId", { required: true });
    if (body.consentConfirmed !== true) throw validation("consentConfirmed", accepts.confirmed);
    if ((await findPurpose(db, body.purposeId)) === undefined) throw validation("purposeId", existing("purpose"));
  }
  if (body.mode === "remove" && body.listIds.length === 0) throw validation("listIds", { type: "array", min: 1 });
  if (!(await shopExists(db, body.shopId))) throw validation("shopId", existing("shop"));
  const lists = new Map((await listReferencedLists(db, body.listIds)).map((found) => [found.id, found]));
  const unknown = body.listIds.findIndex((id) => !lists.has(id));
  if (unknown >= 0) throw validation(`listIds.${unknown}`, existing("list"));
  if ([...lists.values()].some(({ systemKind }) => systemKind !== null)) throw conflict("locked");
}

export async function getUnclaimedFile({ db }: Context, fileId: string): Promise<ImportFile> {
  const file = await findImportFile(db, fileId);
  if (file === undefined || file.importId !== null) throw validation("fileId", existing("file"));
  return file;
}

/** The columns of the file and their mapping, after validation. */
async function getMappedColumns(ctx: Context, file: ImportFile, body: ImportInput) {
  const { kind = "csv", options = {}, mode } = body;
  const source = await openCsvSource(ctx.db, file, options);
  const { columns } = source;
  const mapping = effectiveMapping(kind, columns, body.mapping);
  planRows({ columns, mapping, fields: await listFields(ctx.db), options, kind, mode, labels: new Set() });
  const lacksConsentColumn = kind === "shoptet_newsletter" && needsConsent(body) && !hasConsentColumn(mapping);
  if (lacksConsentColumn && body.subscribersConfirmed !== true)
    throw validation("subscribers", { ...accepts.confirmed, path: "subscribersConfirmed" });
  await validateReadable(ctx, file, source);
  return { columns, mapping };
}

/** The upload was scanned with the detected delimiter and encoding; other ones need a new scan. */
async function validateReadable({ db }: Context, file: ImportFile, source: CsvSource): Promise<void> {
  if (source.delimiter === file.delimiter && source.encoding === file.encoding) return;
  for await (const _records of dataRecords(db, source));
}

/** Exports of a shop have a fixed mapping. */
export const effectiveMapping = (kind: ImportKind, columns: readonly string[], given: ColumnMapping): ColumnMapping =>
  isShoptet(kind) ? shoptetMapping(columns, given) : given;
