import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import type { ActionStep } from "../../jobs/actions.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { Count } from "../../kernel/schema.ts";
import { deleteFile } from "../../storage/files.queries.ts";
import { analyzeIfCompanyUnderestimated } from "../contacts/planner-stats.queries.ts";
import { applySlice } from "./apply/apply-slice.ts";
import * as queries from "./queries.ts";
import { loadImportRun, openImportSource, type ImportRun } from "./import-run.ts";
import type { ImportProblem, ImportResult } from "./shapes.ts";
import { dataRecords } from "./csv-source.ts";
import { validateAndStageRows } from "./validate-and-stage.ts";

/** Retention of rejected rows. */
const rejectedRowsDays = 30;

const maxShownProblems = 100;

export const ImportCheckpoint = Type.Object({
  rows: Count,
  batches: Count,
  /** Number of applied batches. */
  applied: Count,
  invalid: Count,
  created: Count,
  updated: Count,
  unchanged: Count,
  /** Missing in checkpoints of older versions. */
  notAddedToLists: Type.Optional(Count),
  /** The most rows of the next slice. */
  rowsAtOnce: Type.Optional(Count),
  /** `created` when planner statistics were last checked. */
  createdAtCheck: Type.Optional(Count),
});
export type ImportCheckpoint = Static<typeof ImportCheckpoint>;

/** One step of an import: validate and stage all rows, apply slice by slice, write the result. */
export async function advanceImport(
  ctx: Context,
  importId: string,
  done: ImportCheckpoint | undefined,
): Promise<ActionStep<ImportCheckpoint>> {
  const run = await loadImportRun(ctx, importId);
  if (done === undefined) return beginStaging(ctx, run);
  if (done.applied < done.batches) return applyNextSlice(ctx, run, done);
  return finishImport(ctx, run, done);
}

/** Staging takes about a tenth of the time. */
const computeProgress = ({ applied, batches }: ImportCheckpoint): number =>
  10 + Math.floor((89 * applied) / Math.max(1, batches));

async function beginStaging(ctx: Context, run: ImportRun): Promise<ActionStep<ImportCheckpoint>> {
  const staged = await validateAndStageRows(ctx, run);
  const done: ImportCheckpoint = { ...staged, applied: 0, created: 0, updated: 0, unchanged: 0 };
  await queries.updateImport(ctx.db, run.record.id, { status: "running", startedAt: ctx.clock.now(), progress: 10 });
  return { progress: 10, checkpoint: done };
}

async function applyNextSlice(
  ctx: Context,
  run: ImportRun,
  done: ImportCheckpoint,
): Promise<ActionStep<ImportCheckpoint>> {
  const createdAtCheck = await checkStatisticsIfGrown(ctx, done);
  const { counts, opened, nextRows } = await applySlice(ctx, run, { batch: done.applied, rows: done.rowsAtOnce });
  const next: ImportCheckpoint = {
    ...done,
    applied: opened.nextBatch,
    rowsAtOnce: nextRows,
    createdAtCheck,
    created: done.created + counts.created,
    updated: done.updated + counts.updated,
    unchanged: done.unchanged + counts.unchanged,
    notAddedToLists: (done.notAddedToLists ?? 0) + counts.notAddedToLists,
  };
  const progress = computeProgress(next);
  await queries.updateImport(ctx.db, run.record.id, { progress });
  return { progress, checkpoint: next };
}

/** Whenever the contacts created by the import have doubled. The first slice checks in any case. */
async function checkStatisticsIfGrown({ db }: Context, { created, createdAtCheck = 500 }: ImportCheckpoint) {
  if (created < 2 * createdAtCheck) return createdAtCheck;
  await analyzeIfCompanyUnderestimated(db);
  return created;
}

/** Skipped are valid rows that were neither created, updated nor unchanged. */
async function finishImport(
  ctx: Context,
  run: ImportRun,
  done: ImportCheckpoint,
): Promise<ActionStep<ImportCheckpoint>> {
  const { db, clock } = ctx;
  const { id, name, fileId, options } = run.record;
  await fillRejectedCells(ctx, run);
  const { rows, invalid, created, updated, unchanged, notAddedToLists = 0 } = done;
  const counts = {
    rows,
    created,
    updated,
    unchanged,
    skipped: rows - invalid - created - updated - unchanged,
    invalid,
    notAddedToLists,
    ...(options.invalidValues === undefined ? {} : { incomplete: await queries.countIncompleteRows(db, id) }),
  };
  const problemRows = await queries.listProblemRows(db, id, { row: 0, limit: maxShownProblems });
  const problems = problemRows.flatMap(toImportProblems).slice(0, maxShownProblems);
  const result: ImportResult = { ...counts, problems };
  const finishedAt = clock.now();
  await queries.updateImport(db, id, {
    status: "completed",
    progress: 100,
    result: JSON.stringify(result),
    finishedAt,
    fileId: null,
    rejectedUntil: addMs(finishedAt, days(rejectedRowsDays)),
  });
  if (fileId !== null) await deleteFile(db, fileId);
  return { result: { importId: id, name, ...counts } };
}

/** Without their values, which are kept with the rows for a while. */
const toImportProblems = ({ row, errors, isImported }: queries.ProblemRow): ImportProblem[] =>
  errors.map(({ column, code }) => ({ row, column, code, ...(isImported ? { imported: true } : {}) }));

const fillBatchRows = 2000;

/** Reads the cells of rows rejected while applying from the file before it is deleted. */
async function fillRejectedCells(ctx: Context, { record }: ImportRun): Promise<void> {
  const { db } = ctx;
  const missingRows = new Set(await queries.listRowsWithoutCells(db, record.id));
  if (missingRows.size === 0) return;
  let filledRows: { row: number; cells: string[] }[] = [];
  for await (const { firstRow, records } of dataRecords(db, await openImportSource(ctx, record))) {
    records.forEach((cells, index) => {
      if (missingRows.has(firstRow + index)) filledRows.push({ row: firstRow + index, cells });
    });
    if (filledRows.length < fillBatchRows) continue;
    await queries.updateProblemCells(db, record.id, filledRows);
    filledRows = [];
  }
  await queries.updateProblemCells(db, record.id, filledRows);
}

/** After the last attempt: deletes the file and staged rows; contacts imported before stay. */
export async function failImport(ctx: Context, importId: string): Promise<void> {
  const { db, clock } = ctx;
  const record = await queries.findImport(db, importId);
  if (record === undefined) return;
  await queries.deleteBatches(db, importId);
  if (record.fileId !== null) await deleteFile(db, record.fileId);
  const finishedAt = clock.now();
  await queries.updateImport(db, importId, {
    status: "failed",
    finishedAt,
    fileId: null,
    rejectedUntil: addMs(finishedAt, days(rejectedRowsDays)),
  });
}
