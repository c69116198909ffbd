import type { Config } from "../config/config.ts";
import { loadDataKey } from "../storage/data-key.ts";
import { applicationRoleOf, grantApplicationRights, type DatabaseUrls } from "../db/application-role.ts";
import { completeDistribution } from "../db/distribution/distribute.ts";
import { changeShardsInSequence, isDatabaseDistributed } from "../db/distribution/state.ts";
import { migrate } from "../db/migrate.ts";
import { openPool, type SystemDb } from "../db/tenant.ts";
import { sealPlainFingerprintKeys } from "../features/account/seal-fingerprint-keys.ts";
import { isInstalled, saveInstalled } from "../jobs/installed.queries.ts";
import { systemClock } from "../kernel/clock.ts";
import type { DataKey } from "../kernel/encryption.ts";
import { maintainDatabase } from "./maintain-database.ts";
import { buildId } from "../package.ts";

/** Migrates a database to this version; safe to run from any number of processes concurrently. */
export async function prepareDatabase(config: Config, urls: DatabaseUrls, build = buildId()): Promise<void> {
  const role = applicationRoleOf(urls);
  await migrate(urls.ownerUrl, {
    afterMigrations: async () => {
      const isDistributed = await isDatabaseDistributed(urls.ownerUrl);
      await completeDistribution(urls.ownerUrl, isDistributed);
      const db = openPool(urls.ownerUrl, 1, { work: "migration", isDistributed });
      try {
        if (isDistributed) await changeShardsInSequence(db.sql);
        await installOnce(db, build);
        if (role !== undefined) await grantApplicationRights(db.sql, role);
        const dataKey = loadDataKey(config);
        if (dataKey !== undefined) {
          await sealPlainFingerprintKeys(db, dataKey);
          await sealHeadersOnce(db, dataKey);
        }
        await maintainDatabase({ db, clock: systemClock, journalMonths: config.journalMonths });
      } finally {
        await db.close();
      }
    },
  });
}

/** Graphs contain no credentials since then; the fingerprint changes with the headers that count as credentials. */
async function sealHeadersOnce(db: SystemDb, dataKey: DataKey): Promise<void> {
  const sealed = { part: "webhook_headers", fingerprint: "sealed, keys" } as const;
  if (await isInstalled(db, sealed)) return;
  const { sealWebhookHeaders } = await import("../features/automations/seal-webhook-headers.ts");
  await sealWebhookHeaders(db, dataKey);
  await saveInstalled(db, sealed);
}

/** A restart of the same build does not load the code of all features to find that nothing changed. */
async function installOnce(db: SystemDb, build: string | undefined): Promise<void> {
  const installed = build === undefined ? undefined : ({ part: "build", fingerprint: build } as const);
  if (installed !== undefined && (await isInstalled(db, installed))) return;
  const { installBackground } = await import("./background.ts");
  await installBackground(db);
  if (installed !== undefined) await saveInstalled(db, installed);
}
