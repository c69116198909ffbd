import { prepareDatabase } from "../composition/prepare-database.ts";
import type { Config } from "../config/config.ts";
import { ensureDataKey } from "../storage/data-key.ts";
import { connect } from "../db/client.ts";
import { openDatabase } from "../db/embedded/open.ts";
import { appliedMigrations } from "../db/migrate.ts";

export async function runMigrate(config: Config, options: { json?: boolean }): Promise<void> {
  if (config.databaseUrl === undefined) ensureDataKey(config);
  const database = await openDatabase(config, "migrate");
  try {
    await prepareDatabase(config, database);
    const sql = connect(database.ownerUrl, { max: 1 });
    const applied = await appliedMigrations(sql);
    await sql.end();
    const newest = applied.at(-1) ?? 0;
    console.log(
      options.json === true ? JSON.stringify({ migration: newest }) : `The database is at migration ${newest}.`,
    );
  } finally {
    await database.close();
  }
}
