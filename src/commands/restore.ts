import path from "node:path";
import { BackupError } from "../backup/errors.ts";
import { runInterruptible } from "../backup/interrupt.ts";
import { createProgress } from "../backup/progress.ts";
import { restoreBackup } from "../backup/restore.ts";
import type { Config } from "../config/config.ts";
import { loadDataKey, createDataKey } from "../storage/data-key.ts";
import { connect } from "../db/client.ts";
import { openDatabase } from "../db/embedded/open.ts";
import { findRunningServer } from "../db/embedded/server.ts";
import { findEncryptedSecret } from "../doctor/queries.ts";

export async function runRestore(config: Config, file: string, options: { json: boolean }): Promise<void> {
  const startedAt = Date.now();
  const outcome = await runInterruptible(async (signal) => {
    if (config.databaseUrl === undefined) await rejectRunningServer(config.dataDir);
    const database = await openDatabase(config, "restore");
    try {
      const restored = await restoreBackup({
        url: database.ownerUrl,
        file: path.resolve(file),
        dataDir: config.dataDir,
        progress: createProgress(process.stderr, "Restore"),
        signal,
        prepare: async () => (await import("../composition/prepare-database.ts")).prepareDatabase(config, database),
      });
      return { ...restored, hasSecrets: await hasSecrets(database.ownerUrl) };
    } finally {
      await database.close();
    }
  });
  if (outcome.kind !== "done") {
    console.error(outcome.kind === "stopped" ? "Stopped. Nothing was restored." : outcome.problem);
    process.exitCode = outcome.kind === "stopped" ? 130 : 1;
    return;
  }
  const { tables, rows, bytes, files } = outcome.result;
  const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
  if (options.json) console.log(JSON.stringify({ file, tables, rows, bytes, files, seconds }));
  else console.log(`Restored ${tables} tables, ${rows} rows, ${files} files in ${seconds} s.`);
  if (loadDataKey(config) === undefined && !outcome.result.hasSecrets && config.databaseUrl === undefined)
    createDataKey(config);
  if (loadDataKey(config) === undefined) {
    console.error("Before the first start, restore the old data key: DATA_KEY, or data.key in the data folder.");
  }
}

async function rejectRunningServer(dataDir: string): Promise<void> {
  const running = await findRunningServer(dataDir);
  if (running?.ownerPid === undefined) return;
  throw new BackupError(
    `"postrider ${running.ownerCommand}" (process ${running.ownerPid}) is using ${dataDir}. Stop it first.`,
  );
}

async function hasSecrets(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 });
  try {
    return (await findEncryptedSecret(sql)) !== undefined;
  } finally {
    await sql.end();
  }
}
