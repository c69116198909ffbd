import type { BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { fingerprintKeys } from "./encrypted-columns.ts";
import { runMaintenance } from "./maintenance/jobs.ts";
import { runContactLanguageChange } from "./shops/jobs.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runContactLanguageChange), actionRunner(runMaintenance)],
  encryptedColumns: [fingerprintKeys],
};
