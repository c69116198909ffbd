import { stat } from "node:fs/promises";
import { connect, type SqlTag } from "../db/client.ts";
import { listReferences } from "../db/company-tables.ts";
import { appliedMigrations } from "../db/migrate.ts";
import { writeArchive, type ArchiveWriter } from "./archive-writer.ts";
import { joinRows } from "./copy.ts";
import { BackupError } from "./errors.ts";
import {
  chunkName,
  trailerName,
  fileName,
  formatVersion,
  manifestName,
  sha256Hex,
  createFilesDigest,
  createTableDigest,
  type ArchiveTrailer,
  type FilesDigest,
  type Manifest,
  type ManifestTable,
  type Totals,
} from "./format.ts";
import type { Progress } from "./progress.ts";
import * as queries from "./queries.ts";
import { listStoredFiles } from "./stored-files.ts";
import { orderTables } from "../db/table-order.ts";

export type DumpJob = {
  url: string;
  file: string;
  dataDir: string;
  product: string;
  at: Date;
  progress: Progress;
  signal: AbortSignal;
};

export type BackupSummary = { tables: number; rows: number; bytes: number; files: number };

export async function writeBackup(job: DumpJob): Promise<BackupSummary> {
  const pool = connect(job.url, { max: 1 });
  try {
    const sql = await pool.reserve();
    await queries.normalizeSession(sql);
    const snapshot = await queries.beginSnapshot(sql);
    const trailer = await writeSnapshot(sql, job, snapshot).catch(async (error: unknown) => {
      await stopServerWork(job.url, snapshot.pid);
      throw error;
    });
    return { ...toSummary(trailer), bytes: (await stat(job.file)).size };
  } finally {
    await pool.end({ timeout: 0 });
    job.progress.end();
  }
}

async function writeSnapshot(sql: SqlTag, job: DumpJob, snapshot: queries.Snapshot): Promise<ArchiveTrailer> {
  const manifest = await describeDatabase(sql, job, snapshot);
  const content = toJson(manifest);
  const trailer: ArchiveTrailer = { manifest: sha256Hex(content), tables: {}, files: createFilesDigest().totals() };
  await writeArchive(job.file, job.signal, async (archive) => {
    await archive.add(manifestName, content);
    trailer.tables = await addTables(archive, sql, { manifest, progress: job.progress });
    await queries.commit(sql);
    await rejectChangedSchema(sql, manifest);
    trailer.files = await addFiles(archive, job);
    await archive.add(trailerName, toJson(trailer));
  });
  return trailer;
}

/** Cancels the query: otherwise the server would keep sending a table of many gigabytes. */
async function stopServerWork(url: string, pid: number): Promise<void> {
  const sql = connect(url, { max: 1 });
  // The cause of the stop may be that the server is unreachable.
  await queries.terminateBackend(sql, pid).catch(() => undefined);
  await sql.end({ timeout: 0 });
}

export function toSummary(trailer: ArchiveTrailer): BackupSummary {
  const totals = Object.values(trailer.tables);
  return {
    tables: totals.length,
    rows: totals.reduce((sum, { rows }) => sum + rows, 0),
    bytes: totals.reduce((sum, { bytes }) => sum + bytes, trailer.files.bytes),
    files: trailer.files.count,
  };
}

const toJson = (value: unknown) => Buffer.from(JSON.stringify(value, null, 1));

async function describeDatabase(sql: SqlTag, job: DumpJob, snapshot: queries.Snapshot): Promise<Manifest> {
  const migrations = await appliedMigrations(sql);
  if (migrations.length === 0)
    throw new BackupError("There is nothing to back up: the database is empty or has to be migrated.");
  const tables = await queries.listTables(sql);
  const names = tables.map(({ name }) => name);
  const order = orderTables(names, await listReferences(sql));
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

type TableDump = { manifest: Manifest; progress: Progress };

async function addTables(archive: ArchiveWriter, sql: SqlTag, dumping: TableDump): Promise<Record<string, Totals>> {
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
      joinRows(sql.unsafe(queries.copyOutStatement(table, dumping.manifest.nextXid)).copyOut()),
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
  const digest = createTableDigest();
  let number = 0;
  for await (const chunk of chunks) {
    digest.add(chunk);
    number += 1;
    await archive.add(chunkName(step.table.name, number), chunk);
    step.show(digest.bytes());
  }
  return digest.totals();
}

/** A migration that rewrites a table makes it appear empty to older snapshots. */
async function rejectChangedSchema(sql: SqlTag, manifest: Manifest): Promise<void> {
  const now = await appliedMigrations(sql);
  if (now.length === manifest.migrations.length) return;
  throw new BackupError("The database was migrated while it was being backed up. Run the backup again.");
}

async function addFiles(archive: ArchiveWriter, job: DumpJob): Promise<ArchiveTrailer["files"]> {
  const digest = createFilesDigest();
  for await (const { name, size, content } of listStoredFiles(job.dataDir)) {
    digest.begin(name, size);
    await archive.addStream({ name: fileName(name), size }, withDigest(content, digest));
    job.progress.show(1, "files");
  }
  return digest.totals();
}

async function* withDigest(content: AsyncIterable<Uint8Array>, digest: FilesDigest): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    digest.add(chunk);
    yield chunk;
  }
}
