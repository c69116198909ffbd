import { Type } from "typebox";
import type { TenantDb } from "../../db/tenant.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction } from "../../jobs/actions.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { Id } from "../../kernel/schema.ts";
import { readNextPage } from "./read.ts";
import { advanceMigration, failMigration, MigrationCheckpoint } from "./run-migration.ts";
import { deleteContactsFinishedBefore } from "./staged-contacts.queries.ts";

export const runMigration = defineAction({
  type: actionTypes.migrateFromPlatform,
  params: Type.Object({ migrationId: Id }),
  checkpoint: MigrationCheckpoint,
  prepare: (ctx, { migrationId }) => readNextPage(ctx, migrationId),
  step: (ctx, { migrationId }, done) => advanceMigration(ctx, migrationId, done),
  onFailure: (ctx, { migrationId }) => failMigration(ctx, migrationId),
});

/** What an export said is kept for the backfill this long. */
const exportDays = 365;

export const sweepExports = (db: TenantDb, now: Date): Promise<void> =>
  deleteContactsFinishedBefore(db, addMs(now, -days(exportDays)));
