import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import type { Step } from "../../jobs/actions.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { Count } from "../../kernel/schema.ts";
import { deleteFile } from "../../storage/files.ts";
import { applyPart } from "./apply/apply.ts";
import { maxRows } from "./limits.ts";
import * as queries from "./queries.ts";
import { loadRun, sourceOf, type Run } from "./run.ts";
import type { Result } from "./shapes.ts";
import { dataRecords } from "./source.ts";
import { stageRows } from "./stage.ts";

/** Rejected rows are kept this long for people to mend them. */
const rejectedDays = 30;

const shownProblems = 100;

export const Checkpoint = Type.Object({
  rows: Count,
  batches: Count,
  /** Batches that were applied. */
  applied: Count,
  invalid: Count,
  created: Count,
  updated: Count,
  unchanged: Count,
  /** The rest is not said by an import that began under an older version. */
  notAddedToLists: Type.Optional(Count),
  /** So many may be applied next. */
  rowsAtOnce: Type.Optional(Count),
});
export type Done = Static<typeof Checkpoint>;

/** One step of an import, big or small: all rows are read, then applied batch by batch, then the result is drawn up. */
export async function advanceImport(ctx: Context, importId: string, done: Done | undefined): Promise<Step<Done>> {
  const run = await loadRun(ctx, importId);
  if (done === undefined) return begin(ctx, run);
  if (done.applied < done.batches) return applyNext(ctx, run, done);
  return finish(ctx, run, done);
}

/** Reading takes a tenth of the time, more or less. */
const progressOf = ({ applied, batches }: Done): number => 10 + Math.floor((89 * applied) / Math.max(1, batches));

async function begin(ctx: Context, run: Run): Promise<Step<Done>> {
  const staged = await stageRows(ctx, run);
  const done: Done = { ...staged, applied: 0, created: 0, updated: 0, unchanged: 0 };
  await queries.updateImport(ctx.db, run.record.id, { status: "running", startedAt: ctx.clock.now(), progress: 10 });
  return { progress: 10, checkpoint: done };
}

/**
 * Nobody of the company can be changed while rows are applied. Contacts that are described anew take longer than new ones
 * do, so that fewer come at once: about this many.
 */
const updatesAtOnce = 1000;

async function applyNext(ctx: Context, run: Run, done: Done): Promise<Step<Done>> {
  const part = { importId: run.record.id, batch: done.applied, rows: done.rowsAtOnce ?? updatesAtOnce };
  const { lastRow, count, ...counts } = await applyPart(ctx, run, part);
  const next: Done = {
    ...done,
    applied: lastRow === undefined ? done.applied + 1 : done.applied,
    rowsAtOnce: nextRows(count, counts.updated),
    created: done.created + counts.created,
    updated: done.updated + counts.updated,
    unchanged: done.unchanged + counts.unchanged,
    notAddedToLists: (done.notAddedToLists ?? 0) + counts.notAddedToLists,
  };
  const progress = progressOf(next);
  await queries.updateImport(ctx.db, run.record.id, { progress });
  return { progress, checkpoint: next };
}

/** Of as many rows this many will be updates, if it goes on as in the last ones. */
const nextRows = (rows: number, updated: number): number =>
  Math.min(maxRows, Math.max(updatesAtOnce, Math.floor((rows * updatesAtOnce) / Math.max(1, updated))));

/** Every row that was neither wrong nor had an effect or none to have was skipped. */
async function finish(ctx: Context, run: Run, done: Done): Promise<Step<Done>> {
  const { db, clock } = ctx;
  const { id, name, fileId } = run.record;
  await fillRejected(ctx, run);
  const { rows, invalid, created, updated, unchanged, notAddedToLists = 0 } = done;
  const counts = {
    rows,
    created,
    updated,
    unchanged,
    skipped: rows - invalid - created - updated - unchanged,
    invalid,
    notAddedToLists,
  };
  const refused = await queries.listProblems(db, id, { row: 0, limit: shownProblems });
  const problems = refused
    .flatMap(({ row, flaws }) => flaws.map(({ column, code }) => ({ row, column, code })))
    .slice(0, shownProblems);
  const result: Result = { ...counts, problems };
  const finishedAt = clock.now();
  await queries.updateImport(db, id, {
    status: "completed",
    progress: 100,
    result: JSON.stringify(result),
    finishedAt,
    fileId: null,
    rejectedUntil: addMs(finishedAt, days(rejectedDays)),
  });
  if (fileId !== null) await deleteFile(db, fileId);
  return { result: { importId: id, name, ...counts } };
}

const fillCount = 2000;

/** Rows that were refused late are fetched from the file before it goes. */
async function fillRejected(ctx: Context, { record }: Run): Promise<void> {
  const { db } = ctx;
  const wanted = new Set(await queries.listBareProblems(db, record.id));
  if (wanted.size === 0) return;
  let found: { row: number; cells: string[] }[] = [];
  for await (const { firstRow, records } of dataRecords(db, await sourceOf(ctx, record))) {
    records.forEach((cells, index) => {
      if (wanted.has(firstRow + index)) found.push({ row: firstRow + index, cells });
    });
    if (found.length < fillCount) continue;
    await queries.fillProblems(db, record.id, found);
    found = [];
  }
  await queries.fillProblems(db, record.id, found);
}

/** Tried in vain: nothing of the file stays but what was imported before. */
export async function giveUpImport(ctx: Context, importId: string): Promise<void> {
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
    rejectedUntil: addMs(finishedAt, days(rejectedDays)),
  });
}
