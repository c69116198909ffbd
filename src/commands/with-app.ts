import { composeApp, type App } from "../composition/app.ts";
import { prepareDatabase } from "../composition/prepare-database.ts";
import type { Config } from "../config/config.ts";
import { ensureDataKey } from "../storage/data-key.ts";
import { openDatabase } from "../db/embedded/open.ts";
import { createLog } from "../log/log.ts";

/** The application for the duration of one command, whether the server runs or not. */
export async function withApp<Result>(
  config: Config,
  command: string,
  run: (app: App) => Promise<Result>,
): Promise<Result> {
  if (config.databaseUrl === undefined) ensureDataKey(config);
  const database = await openDatabase(config, command);
  try {
    await prepareDatabase(config, database);
    const app = await composeApp(config, database.applicationUrl, createLog("silent"), { poolSize: 2 });
    try {
      return await run(app);
    } finally {
      await app.db.close();
    }
  } finally {
    await database.close();
  }
}

export function print(options: { json?: boolean }, values: Record<string, unknown>): void {
  if (options.json === true) {
    console.log(JSON.stringify(values));
    return;
  }
  const width = Math.max(12, ...Object.keys(values).map((name) => name.length));
  for (const [name, value] of Object.entries(values)) console.log(`${name.padEnd(width)} ${String(value)}`);
}
