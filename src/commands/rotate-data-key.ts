import { loadBackground } from "../composition/background.ts";
import type { Config } from "../config/config.ts";
import { beginKeyRotation, finishKeyRotation } from "../storage/data-key.ts";
import { reencrypt, type ReencryptedColumn } from "./reencrypt.ts";
import { conflict } from "../kernel/errors.ts";
import { tryLockKeyRotation } from "../jobs/queries.ts";
import { print, withApp } from "./with-app.ts";

/** A new data key for all stored secrets. Interrupted, it continues when it is run again. */
export async function rotateDataKeyCommand(config: Config, options: { json?: boolean }): Promise<void> {
  const tables = await withApp(config, "rotate-data-key", ({ db }) =>
    db.transaction(async (locked) => {
      if (!(await tryLockKeyRotation(locked))) throw conflict("status");
      const dataKey = beginKeyRotation(config);
      const { encryptedColumns } = await loadBackground();
      const done: ReencryptedColumn[] = [];
      // Values are written on connections of their own, so that each value is committed at once.
      for (const column of encryptedColumns) done.push(await reencrypt(db, dataKey, column));
      if (done.every(({ failed }) => failed === 0)) finishKeyRotation(config);
      return done;
    }),
  );
  const failed = tables.reduce((sum, table) => sum + table.failed, 0);
  const counts = Object.fromEntries(tables.map(({ table, encrypted }) => [table, encrypted]));
  print(options, options.json === true ? { tables: counts, failed } : { ...counts, failed });
  if (failed === 0) return;
  console.error(
    `${failed} values could not be decrypted with the known keys; they were left alone. Restore their key.`,
  );
  process.exitCode = 1;
}
