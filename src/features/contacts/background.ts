import type { BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { expireConsents } from "./consents/expiry.queries.ts";
import { findContactCountDifferences } from "./counts.sql.ts";
import { refreshEngagement } from "./engagement.queries.ts";
import { runFieldDeletion, runOptionRemoval } from "./fields/jobs.ts";
import { engagementListener } from "./listeners.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runFieldDeletion), actionRunner(runOptionRemoval)],
  listeners: [engagementListener],
  nightly: [
    { name: "engagement", run: (db, now) => refreshEngagement(db, now) },
    { name: "expired consents", run: expireConsents },
  ],
  checks: [{ name: "contact counters", findDifferences: findContactCountDifferences }],
};
