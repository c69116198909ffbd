import path from "node:path";
import { writeBackup } from "../backup/dump.ts";
import { runInterruptible } from "../backup/interrupt.ts";
import { createProgress } from "../backup/progress.ts";
import type { Config } from "../config/config.ts";
import { openDatabase } from "../db/embedded/open.ts";
import { productVersion } from "../package.ts";

export async function runBackup(config: Config, file: string, options: { json: boolean }): Promise<void> {
  const startedAt = Date.now();
  const outcome = await runInterruptible(async (signal) => {
    const database = await openDatabase(config, "backup");
    try {
      return await writeBackup({
        url: database.ownerUrl,
        file: path.resolve(file),
        dataDir: config.dataDir,
        product: productVersion(),
        at: new Date(),
        progress: createProgress(process.stderr, "Backup"),
        signal,
      });
    } finally {
      await database.close();
    }
  });
  if (outcome.kind !== "done") {
    console.error(outcome.kind === "stopped" ? "Stopped. No backup was created." : outcome.problem);
    process.exitCode = outcome.kind === "stopped" ? 130 : 1;
    return;
  }
  const { tables, rows, bytes, files } = outcome.result;
  const seconds = Math.round((Date.now() - startedAt) / 100) / 10;
  if (options.json) {
    console.log(JSON.stringify({ file, tables, rows, bytes, files, seconds, dataKey: "not included" }));
    return;
  }
  const place = config.dataKey === undefined ? path.join(config.dataDir, "data.key") : "DATA_KEY";
  console.log(`${file}: ${tables} tables, ${rows} rows, ${files} files, ${bytes} bytes, ${seconds} s`);
  console.log(
    `The data key is not in the backup. Back up ${place} separately: stored secrets cannot be decrypted without it.`,
  );
}
