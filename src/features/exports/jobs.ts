import { Type, type Static } from "typebox";
import type { Context } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction } from "../../jobs/actions.ts";
import { defineJob } from "../../jobs/job.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { Count, Id } from "../../kernel/schema.ts";
import { completeFile, createFile, deleteFile, insertPart } from "../../storage/files.queries.ts";
import { listFields } from "../contacts/fields/queries.ts";
import { selectedColumns } from "./columns.ts";
import { buildNextChunk } from "./csv-chunk.ts";
import * as queries from "./queries.ts";

export const retentionDays = 7;

const ExportCheckpoint = Type.Object({
  fileId: Id,
  /** Parts written so far; an erasure can shorten them, so that contacts and bytes are counted in the export. */
  parts: Count,
  /** The range of contacts, and the last one written. */
  firstId: Type.String(),
  lastId: Type.String(),
  doneId: Type.String(),
});
type ExportCheckpoint = Static<typeof ExportCheckpoint>;

type Written = { readonly rows: number; readonly size: number };

/** Writes an export part by part; a part and its checkpoint are committed together. */
export const runExport = defineAction({
  type: actionTypes.exportContacts,
  params: Type.Object({ exportId: Id }),
  checkpoint: ExportCheckpoint,
  step: async (ctx, { exportId }, checkpoint) => {
    const { db, clock } = ctx;
    await queries.lockExportedFilesForShare(db);
    const row = await queries.lockExport(db, exportId, clock.now());
    if (row === undefined) throw new Error(`expected the export ${exportId} to exist`);
    // The file may have been deleted since then.
    const isBegun = checkpoint !== undefined && checkpoint.fileId === row.fileId;
    const done = isBegun ? checkpoint : await beginExport(ctx, row);
    const written = isBegun ? row : { rows: 0, size: 0 };
    const fields = selectedColumns(row.fields, await listFields(db));
    const chunk = await buildNextChunk(db, { ...row, fields, now: clock.now(), timeZone: ctx.company.timeZone }, done);
    if (chunk.bytes.length > 0) {
      await insertPart(db, done.fileId, done.parts, chunk.bytes);
      await queries.insertExportedPart(db, { ...chunk, fileId: done.fileId, part: done.parts });
    }
    const next: ExportCheckpoint = { ...done, parts: done.parts + 1, doneId: chunk.doneId };
    const now: Written = { rows: written.rows + chunk.contactIds.length, size: written.size + chunk.bytes.length };
    await queries.updateExport(db, exportId, { rowCount: now.rows, size: now.size });
    return chunk.isLast
      ? finishExport(ctx, row, { ...now, fileId: done.fileId })
      : { progress: computeProgress(next), checkpoint: next };
  },
  onFailure: async ({ db, clock }, { exportId }) => {
    const row = await queries.lockExport(db, exportId, clock.now());
    if (row === undefined) return;
    if (row.fileId !== null) await deleteFile(db, row.fileId);
    await queries.updateExport(db, exportId, { status: "failed", fileId: null, finishedAt: clock.now() });
  },
});

async function beginExport({ db, clock }: Context, row: queries.ExportRecord): Promise<ExportCheckpoint> {
  const at = clock.now();
  const fileId = await createFile(db, { name: `${row.name}.csv`, at, expiresAt: addMs(at, days(2 * retentionDays)) });
  await queries.updateExport(db, row.id, { status: "running", fileId });
  const idRange = await queries.findContactIdRange(db);
  return { fileId, parts: 0, ...idRange, doneId: "0" };
}

function computeProgress({ firstId, lastId, doneId }: ExportCheckpoint): number {
  const share = (Number(doneId) - Number(firstId)) / Math.max(1, Number(lastId) - Number(firstId));
  return Math.min(99, Math.max(0, Math.floor(share * 100)));
}

async function finishExport({ db, clock }: Context, row: queries.ExportRecord, done: Written & { fileId: string }) {
  const finishedAt = clock.now();
  const expiresAt = addMs(finishedAt, days(retentionDays));
  await completeFile(db, done.fileId, { size: done.size, expiresAt });
  await queries.updateExport(db, row.id, { status: "ready", finishedAt, expiresAt });
  return { result: { exportId: row.id, name: row.name, rows: done.rows, size: done.size } };
}

/** Hourly: deletes expired files. */
export const exportExpiryJob = defineJob({
  name: "exports.expiry",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 60,
  expireMinutes: 15,
  schedule: "10 * * * *",
});

export const expireExports = (db: SystemDb, now: Date): Promise<void> =>
  db.transaction((inner) => queries.expireExports(inner, now));
