import { stat } from "node:fs/promises";
import { connect, type SqlTag } from "../db/client.ts";
import { appliedMigrations } from "../db/migrate.ts";
import { writeArchive, type ArchiveWriter } from "./archive-writer.ts";
import { copyOut } from "./copy.ts";
import { BackupError } from "./errors.ts";
import {
  chunkName,
  endName,
  fileName,
  formatVersion,
  manifestName,
  sha256Hex,
  startFileTally,
  startTally,
  type End,
  type FileTally,
  type Manifest,
  type ManifestTable,
  type Totals,
} from "./format.ts";
import type { Progress } from "./progress.ts";
import * as queries from "./queries.ts";
import { listStoredFiles } from "./stored-files.ts";
import { orderTables } from "./table-order.ts";

export type DumpJob = {
  url: string;
  file: string;
  dataDir: string;
  product: string;
  at: Date;
  progress: Progress;
  signal: AbortSignal;
};

export type Summary = { tables: number; rows: number; bytes: number; files: number };

export async function writeBackup(job: DumpJob): Promise<Summary> {
  const pool = connect(job.url, { max: 1 });
  try {
    const sql = await pool.reserve();
    await queries.settleSession(sql);
    const snapshot = await queries.beginSnapshot(sql);
    const end = await writeSnapshot(sql, job, snapshot).catch(async (error: unknown) => {
      await stopServerWork(job.url, snapshot.pid);
      throw error;
    });
    return { ...summaryOf(end), bytes: (await stat(job.file)).size };
  } finally {
    await pool.end({ timeout: 0 });
    job.progress.end();
  }
}

async function writeSnapshot(sql: SqlTag, job: DumpJob, snapshot: queries.Snapshot): Promise<End> {
  const manifest = await describeDatabase(sql, job, snapshot);
  const content = toJson(manifest);
  const end: End = { manifest: sha256Hex(content), tables: {}, files: startFileTally().totals() };
  await writeArchive(job.file, job.signal, async (archive) => {
    await archive.add(manifestName, content);
    end.tables = await addTables(archive, sql, { manifest, progress: job.progress });
    await queries.commit(sql);
    await refuseChangedSchema(sql, manifest);
    end.files = await addFiles(archive, job);
    await archive.add(endName, toJson(end));
  });
  return end;
}

/** Without it the server would go on sending a table of many gigabytes to nobody. */
async function stopServerWork(url: string, pid: number): Promise<void> {
  const sql = connect(url, { max: 1 });
  // The reason to stop may be that the server is gone.
  await queries.terminateBackend(sql, pid).catch(() => undefined);
  await sql.end({ timeout: 0 });
}

export function summaryOf(end: End): Summary {
  const totals = Object.values(end.tables);
  return {
    tables: totals.length,
    rows: totals.reduce((sum, { rows }) => sum + rows, 0),
    bytes: totals.reduce((sum, { bytes }) => sum + bytes, end.files.bytes),
    files: end.files.count,
  };
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value, null, 1));

async function describeDatabase(sql: SqlTag, job: DumpJob, snapshot: queries.Snapshot): Promise<Manifest> {
  const migrations = await appliedMigrations(sql);
  if (migrations.length === 0) throw new BackupError("There is nothing to back up: the database is empty.");
  const tables = await queries.listTables(sql);
  const names = tables.map(({ name }) => name);
  const order = orderTables(names, await queries.listReferences(sql));
  return {
    format: formatVersion,
    product: job.product,
    createdAt: job.at.toISOString(),
    server: snapshot.server,
    migrations,
    nextXid: snapshot.nextXid,
    tables: tables.toSorted((left, right) => order.indexOf(left.name) - order.indexOf(right.name)),
    partitions: await queries.listPartitions(sql),
    sequences: await queries.listSequences(sql),
  };
}

type Dumping = { manifest: Manifest; progress: Progress };

async function addTables(archive: ArchiveWriter, sql: SqlTag, dumping: Dumping): Promise<Record<string, Totals>> {
  const { tables } = dumping.manifest;
  const expected = tables.reduce((sum, { estimatedBytes }) => sum + estimatedBytes, 0);
  const sums: Record<string, Totals> = {};
  let before = 0;
  for (const table of tables) {
    const show = (bytes: number) => {
      dumping.progress.show((before + Math.min(bytes, table.estimatedBytes)) / Math.max(expected, 1), table.name);
    };
    sums[table.name] = await addTable(
      archive,
      copyOut(sql, queries.copyOutStatement(table, dumping.manifest.nextXid)),
      {
        table,
        show,
      },
    );
    before += table.estimatedBytes;
  }
  return sums;
}

type TableStep = { table: ManifestTable; show(bytes: number): void };

async function addTable(archive: ArchiveWriter, chunks: AsyncIterable<Buffer>, step: TableStep): Promise<Totals> {
  const tally = startTally();
  let number = 0;
  for await (const chunk of chunks) {
    tally.add(chunk);
    number += 1;
    await archive.add(chunkName(step.table.name, number), chunk);
    step.show(tally.bytes());
  }
  return tally.totals();
}

/** A migration that rewrote a table shows it empty to a snapshot older than itself. */
async function refuseChangedSchema(sql: SqlTag, manifest: Manifest): Promise<void> {
  const now = await appliedMigrations(sql);
  if (now.length === manifest.migrations.length) return;
  throw new BackupError("The database was migrated while it was being backed up. Run the backup again.");
}

async function addFiles(archive: ArchiveWriter, job: DumpJob): Promise<End["files"]> {
  const tally = startFileTally();
  for await (const { name, size, content } of listStoredFiles(job.dataDir)) {
    tally.begin(name, size);
    await archive.addStream({ name: fileName(name), size }, counted(content, tally));
    job.progress.show(1, "files");
  }
  return tally.totals();
}

async function* counted(content: AsyncIterable<Uint8Array>, tally: FileTally): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    tally.add(chunk);
    yield chunk;
  }
}
