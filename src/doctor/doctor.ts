import { existsSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { connect, isUnreachable, type Sql } from "../db/client.ts";
import { findCluster } from "../db/embedded/cluster.ts";
import { findConnection } from "../db/embedded/connection.ts";
import { EmbeddedError } from "../db/embedded/errors.ts";
import { openDatabase } from "../db/embedded/open.ts";
import { checkAuditLog } from "./audit-log.ts";
import { runCheck, failedCheck, fail, warn, type Check } from "./check.ts";
import { checkCluster } from "./cluster.ts";
import * as database from "./database.ts";
import { checkDataFolder, checkDiskSpace, checkNode, checkTimeZones } from "./machine.ts";
import { checkMail } from "./mail.ts";
import { checkConfiguration, checkPublicUrl } from "./settings.ts";

export async function runChecks(config: Config): Promise<Check[]> {
  return [
    checkNode(process.versions.node),
    checkConfiguration(config),
    await runCheck("data_folder", () => checkDataFolder(config.dataDir)),
    await runCheck("disk_space", () => checkDiskSpace(config.dataDir)),
    await runCheck("time_zones", checkTimeZones),
    checkPublicUrl(config),
    await runCheck("mail", () => checkMail(config)),
    ...(await checkDatabase(config)),
  ];
}

async function checkDatabase(config: Config): Promise<Check[]> {
  try {
    if (config.databaseUrl === undefined && !hasCluster(config.dataDir)) {
      return [warn("database", "There is no database yet.", "`postrider start` creates it.")];
    }
    const opened = await openDatabase(config, "doctor");
    const sql = connect(opened.ownerUrl, { max: 1 });
    try {
      return await checkOpenDatabase(sql, config);
    } finally {
      await sql.end({ timeout: 1 });
      await opened.close();
    }
  } catch (error) {
    return [explain(error, config)];
  }
}

/** Opening the embedded database would create one, which a check must not do. */
function hasCluster(dataDir: string): boolean {
  return existsSync(dataDir) && findCluster(dataDir, findConnection(dataDir)) !== undefined;
}

async function checkOpenDatabase(sql: Sql, config: Config): Promise<Check[]> {
  // Run alone and first: an unreachable database is reported once instead of seven times.
  const version = await database.checkVersion(sql);
  return [
    version,
    await runCheck("extensions", () => database.checkExtensions(sql)),
    await runCheck("migrations", () => database.checkMigrations(sql)),
    await runCheck("data_key", () => database.checkDataKey(sql, config)),
    await runCheck("clock", () => database.checkClock(sql, () => new Date())),
    await runCheck("workers", () => database.checkWorkers(sql)),
    await runCheck("audit_log", () => checkAuditLog(sql, config)),
    await runCheck("journal", () => database.checkParkedEntries(sql)),
    await runCheck("proxy", () => database.checkProxy(sql, config, new Date())),
    ...(await checkCluster(sql).catch((error: unknown) => [failedCheck("cluster", error)])),
  ];
}

function explain(error: unknown, { databaseUrl }: Config): Check {
  if (error instanceof EmbeddedError) {
    return fail("database", error.message.replaceAll("\n", " "), "Fix the reported error and start again.");
  }
  const advice =
    databaseUrl === undefined
      ? "See postgres.log in the data folder."
      : "Check host, port, user, password and database name in DATABASE_URL, and that the server is running.";
  const reason = error instanceof Error ? error.message : String(error);
  return fail(
    "database",
    `${isUnreachable(error) ? "The database is unreachable" : "The database rejects the connection"}: ${reason}`,
    advice,
  );
}
