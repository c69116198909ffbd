import { inTransaction, type Context } from "../../context.ts";
import { requestAction } from "../../jobs/actions.ts";
import { conflict, notFound, validation } from "../../kernel/errors.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { pageOf, type Paging } from "../../kernel/schema.ts";
import { fold, searchable } from "../../kernel/text.ts";
import { findPurpose } from "../contacts/consents/queries.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { findShopLists } from "../lists/shop-lists/queries.ts";
import { ensureShopLists } from "../lists/shop-lists/service.ts";
import { advanceImport, type Done } from "./advance.ts";
import { deleteDraft } from "./drafts/queries.ts";
import { claimImportFile, findImportFile, type ImportFile } from "./files/queries.ts";
import { importFinished } from "./jobs.ts";
import { findLists, isShop } from "./known.ts";
import { hasConsentColumn, isShoptet, shoptetMapping } from "./mapping/shoptet.ts";
import * as queries from "./queries.ts";
import { planRows } from "./rows/plan.ts";
import type { ImportInput, Kind, Mapping } from "./shapes.ts";
import { dataRecords, openSource, type Source } from "./source.ts";

/** Up to this many rows are imported while the request waits. */
const rowsAtOnce = 1000;

/** A file that an import has taken outlives any import. */
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

export async function list(ctx: Context, query: queries.ImportFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const [total, rows] = await Promise.all([
    queries.countImports(ctx.db, query),
    queries.listImports(ctx.db, query, { sort: query.sort ?? "-id", limit: pageSize, offset }),
  ]);
  return { items: rows.map(present), total, page, pageSize };
}

export async function getRecord({ db }: Context, id: string): Promise<queries.ImportRecord> {
  const record = await queries.findImport(db, id);
  if (record === undefined) throw notFound("import");
  return record;
}

export const get = async (ctx: Context, id: string) => present(await getRecord(ctx, id));

export async function remove(ctx: Context, id: string): Promise<void> {
  await getRecord(ctx, id);
  if (!(await queries.deleteEndedImport(ctx.db, id))) throw conflict("status");
}

/** Starts an import: a small one is over with the answer, a big one goes on in the background. */
export async function start(ctx: Context, body: ImportInput) {
  await refuseWrong(ctx, body);
  const file = await getFile(ctx, body.fileId);
  const { columns, mapping } = await getTable(ctx, file, body);
  const id = await inTransaction(ctx, async (inner) => {
    const importId = await insert(inner, body, { file, columns, mapping });
    if (isShoptet(body.kind ?? "csv")) await makeShopLists(inner, body.shopId);
    if (file.rowCount > rowsAtOnce) await requestAction(inner, importFinished, { importId });
    else await runAtOnce(inner, importId);
    return importId;
  });
  return get(ctx, id);
}

/** The first import of a shop's own export brings the shop's lists along; contacts then come to them by themselves. */
async function makeShopLists(ctx: Context, shopId: string): Promise<void> {
  const lists = await findShopLists(ctx.db, shopId);
  if (lists.some(({ listId }) => listId === null)) await ensureShopLists(ctx, [shopId]);
}

async function runAtOnce(ctx: Context, importId: string): Promise<void> {
  let done: Done | undefined;
  for (;;) {
    const step = await advanceImport(ctx, importId, done);
    if ("result" in step) return;
    done = step.checkpoint;
  }
}

type Table = { file: ImportFile; columns: readonly string[]; mapping: Mapping };

async function insert(ctx: Context, body: ImportInput, { file, columns, mapping }: Table): Promise<string> {
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
    search: searchable(name, source, file.name),
    nameKey: fold(name.trim()),
  });
  const isTaken = await claimImportFile(db, { fileId: file.fileId, importId, until: addMs(at, days(claimedDays)) });
  if (!isTaken) throw validation("fileId");
  const { draftId = null } = body;
  if (draftId !== null && !(await deleteDraft(db, draftId))) throw validation("draftId");
  return importId;
}

const needsConsent = ({ mode }: ImportInput): boolean => mode === "upsert" || mode === "update_only";

/** What the request says about itself, then what it names in the company. */
async function refuseWrong({ db }: Context, body: ImportInput): Promise<void> {
  if (needsConsent(body)) {
    if (body.purposeId === undefined) throw validation("purposeId");
    if (body.consentConfirmed !== true) throw validation("consentConfirmed");
    if ((await findPurpose(db, body.purposeId)) === undefined) throw validation("purposeId");
  }
  if (body.mode === "remove" && body.listIds.length === 0) throw validation("listIds");
  if (!(await isShop(db, body.shopId))) throw validation("shopId");
  const lists = new Map((await findLists(db, body.listIds)).map((found) => [found.id, found]));
  const unknown = body.listIds.findIndex((id) => !lists.has(id));
  if (unknown >= 0) throw validation(`listIds.${unknown}`);
  if ([...lists.values()].some(({ systemKind }) => systemKind !== null)) throw conflict("locked");
}

export async function getFile({ db }: Context, fileId: string): Promise<ImportFile> {
  const file = await findImportFile(db, fileId);
  if (file === undefined || file.importId !== null) throw validation("fileId");
  return file;
}

/** The columns of the file and what they are mapped to, if that fits. */
async function getTable(ctx: Context, file: ImportFile, body: ImportInput) {
  const { kind = "csv", options = {}, mode } = body;
  const source = await openSource(ctx.db, file, options);
  const { columns } = source;
  const mapping = mappingOf(kind, columns, body.mapping);
  planRows({ columns, mapping, fields: await listFields(ctx.db), options, kind, mode, labels: new Set() });
  const isSilent = kind === "shoptet_newsletter" && needsConsent(body) && !hasConsentColumn(mapping);
  if (isSilent && body.subscribersConfirmed !== true) throw validation("subscribers");
  await refuseUnreadable(ctx, file, source);
  return { columns, mapping };
}

/** A file was read through when it came, but not with another delimiter or encoding than it seemed to have. */
async function refuseUnreadable({ db }: Context, file: ImportFile, source: Source): Promise<void> {
  if (source.delimiter === file.delimiter && source.encoding === file.encoding) return;
  for await (const _records of dataRecords(db, source));
}

/** Exports of a shop have a mapping of their own. */
export const mappingOf = (kind: Kind, columns: readonly string[], given: Mapping): Mapping =>
  isShoptet(kind) ? shoptetMapping(columns, given) : given;
