import { Type } from "typebox";
import type { TenantDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import { expireConsents } from "./consents/queries.ts";
import { findCountDifferences } from "./counts.ts";
import { refreshEngagement } from "./engagement.ts";

/** Every night, company by company: letters of engagement that time alone changed, consents whose time is over. */
export const nightlyJob = defineJob({
  name: "contacts.nightly",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 120,
  schedule: "20 1 * * *",
});

export type NightlyReport = { engagement: number; expired: number; countDifferences: number };

export async function runNightly(db: TenantDb, now: Date): Promise<NightlyReport> {
  const engagement = await refreshEngagement(db, now, db.sql``);
  const expired = await expireConsents(db, now);
  const differences = await findCountDifferences(db);
  return { engagement, expired, countDifferences: differences.length };
}
