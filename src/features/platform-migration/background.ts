import type { BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runMigration, sweepExports } from "./jobs.ts";
import { migrationPasswords } from "./secrets.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runMigration)],
  nightly: [{ name: "old exports of other platforms", run: sweepExports }],
  encryptedColumns: [migrationPasswords],
};
