import { connect, type Sql, type SqlTag } from "../db/client.ts";
import { isDistributed } from "../db/distribution/state.ts";
import { appliedMigrations, migrate, firstLaterNumber, readMigrations } from "../db/migrate.ts";
import { countOtherProcesses } from "../db/other-processes.ts";
import { readArchive } from "./archive-reader.ts";
import type { CopyIn } from "../db/driver/copy.ts";
import { toSummary, type BackupSummary } from "./dump.ts";
import { BackupError } from "./errors.ts";
import { parseEntryName, type Manifest } from "./format.ts";
import { rejectOnAbort } from "./interrupt.ts";
import type { Progress } from "./progress.ts";
import * as queries from "./queries.ts";
import { rejectExistingFiles, stageFiles, type FileStaging } from "./stored-files.ts";
import { verifyArchive, type VerifiedArchive } from "./verify.ts";

export type RestoreJob = {
  url: string;
  file: string;
  dataDir: string;
  progress: Progress;
  signal: AbortSignal;
  /** Upgrades the restored database to this version: later migrations, queues. */
  prepare(): Promise<void>;
};

export async function restoreBackup(job: RestoreJob): Promise<BackupSummary> {
  try {
    const archive = await verify(job);
    const newest = newestMigration(archive.manifest);
    await withConnection(job.url, (sql) => rejectUsedDatabase(sql, newest));
    await rejectExistingFiles(job.dataDir);
    await migrate(job.url, { upTo: newest });
    await load(job, archive);
    job.progress.show(1, "indexes and queues");
    await job.prepare();
    await withConnection(job.url, queries.analyze);
    return toSummary(archive.trailer);
  } finally {
    job.progress.end();
  }
}

function verify({ file, signal, progress }: RestoreJob): Promise<VerifiedArchive> {
  let bytes = 0;
  return verifyArchive(file, {
    signal,
    onBytes: (count) => {
      bytes += count;
      progress.show(0, `checking the file, ${Math.floor(bytes / 1e6)} MB`);
    },
  });
}

async function withConnection<Result>(url: string, run: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(url, { max: 1 });
  try {
    return await run(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function newestMigration({ migrations, product }: Manifest): number {
  const known = readMigrations().map(({ number }) => number);
  const newest = migrations.at(-1);
  if (migrations.some((number) => number < firstLaterNumber && !known.includes(number))) {
    throw new BackupError(
      `The backup was created by Postrider ${product}, whose schema is older than this version can restore. ` +
        "Restore it with that version, then start this one on the restored database.",
    );
  }
  if (newest === undefined || !migrations.every((number, index) => number === known[index])) {
    throw new BackupError(
      `The backup was created by Postrider ${product}, whose schema is newer than this version's. ` +
        "Restore it with that version or a newer one.",
    );
  }
  return newest;
}

async function rejectUsedDatabase(sql: SqlTag, newest: number): Promise<void> {
  if (await isDistributed(sql))
    throw new BackupError(
      "The tables of this database are distributed. Restore into a new database, then run `postrider distribute` there.",
    );
  if (await queries.hasCompany(sql)) throw notEmpty();
  if ((await countOtherProcesses(sql)) > 0) {
    throw new BackupError("Another Postrider process is using this database. Stop it first.");
  }
  if ((await appliedMigrations(sql)).some((number) => number > newest)) {
    throw new BackupError(
      "The database schema is newer than the backup. Restore into a new database or an empty data folder.",
    );
  }
}

const notEmpty = () =>
  new BackupError("The database is not empty. Restore into a new database, or set DATA_DIR to an empty folder.");

/** One transaction: the database is visible either empty or complete. */
async function load(job: RestoreJob, { manifest, trailer }: VerifiedArchive): Promise<void> {
  const pool = connect(job.url, { max: 1 });
  const sql = await pool.reserve();
  const staging = await stageFiles(job.dataDir);
  try {
    await queries.normalizeSession(sql);
    await queries.beginLoad(sql);
    if (await queries.hasCompany(sql)) throw notEmpty();
    rejectSchemaMismatch(manifest, await queries.listTables(sql));
    await queries.createPartitions(sql, manifest.partitions);
    await queries.emptyTables(
      sql,
      manifest.tables.map(({ name }) => name),
    );
    const expected = Object.values(trailer.tables).reduce((sum, { bytes }) => sum + bytes, trailer.files.bytes);
    const loading = loadEntries({ ...job, sql, staging, manifest, expectedBytes: Math.max(expected, 1) });
    await rejectOnAbort(job.signal, loading);
    await queries.setSequences(sql, manifest.sequences);
    if (manifest.tables.some(({ name }) => name === "campaign")) await queries.pauseSending(sql);
    job.signal.throwIfAborted();
    await staging.publish();
    await queries.commit(sql);
  } finally {
    await staging.discard();
    // Closes the connection, which rolls back an open transaction in any state of a copy.
    await pool.end({ timeout: 0 });
  }
}

function rejectSchemaMismatch(manifest: Manifest, present: Manifest["tables"]): void {
  const shape = (tables: Manifest["tables"]) =>
    new Map(tables.map(({ name, columns }) => [name, columns.toSorted().join()]));
  const [ours, theirs] = [shape(present), shape(manifest.tables)];
  const other = [...new Set([...ours.keys(), ...theirs.keys()])].find((name) => ours.get(name) !== theirs.get(name));
  if (other !== undefined) {
    throw new BackupError(`Table ${other} of the backup has other columns than this version of Postrider expects.`);
  }
}

type Loading = RestoreJob & { sql: SqlTag; staging: FileStaging; manifest: Manifest; expectedBytes: number };

async function loadEntries({ sql, staging, manifest, expectedBytes, ...job }: Loading): Promise<void> {
  let current: { table: string; rows: CopyIn } | undefined;
  let bytes = 0;

  async function openRows(name: string): Promise<CopyIn> {
    if (current?.table === name) return current.rows;
    await current?.rows.end();
    const table = manifest.tables.find((candidate) => candidate.name === name);
    if (table === undefined) throw new BackupError(`The backup contains rows of an unknown table ${name}.`);
    current = { table: name, rows: await sql.unsafe(queries.copyInStatement(table)).copyIn() };
    return current.rows;
  }

  await readArchive(job.file, {
    signal: job.signal,
    visit: async ({ name, content }) => {
      const place = parseEntryName(name);
      if (place?.kind === "table") {
        const rows = await openRows(place.table);
        for await (const chunk of content) {
          await rows.write(chunk);
          bytes += chunk.length;
          job.progress.show(bytes / expectedBytes, place.table);
        }
      } else if (place?.kind === "file") {
        await staging.write(place.path, content);
        job.progress.show(bytes / expectedBytes, "files");
      } else for await (const _ of content);
    },
  });
  await current?.rows.end();
}
