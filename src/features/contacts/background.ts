import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { expireConsents, listTenantsWithEndedConsents, refreshUnconfirmed } from "./consents/expiry.queries.ts";
import { endedConsentsJob } from "./consents/jobs.ts";
import { findContactCountDifferences } from "./counts.sql.ts";
import { refreshEngagement } from "./engagement.queries.ts";
import { runFieldDeletion, runOptionRemoval } from "./fields/jobs.ts";
import { engagementListener } from "./listeners.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runFieldDeletion), actionRunner(runOptionRemoval)],
  jobs: [
    handleJob(endedConsentsJob, async (worker) => {
      const now = worker.clock.now();
      const ended = await listTenantsWithEndedConsents(worker.db, now);
      await worker.forEachCompany("ended consents", (own) => expireConsents(worker.db.forTenant(own), now), ended);
    }),
  ],
  listeners: [engagementListener],
  nightly: [
    { name: "engagement", run: (db, now) => refreshEngagement(db, now) },
    { name: "unconfirmed contacts", run: refreshUnconfirmed },
  ],
  checks: [{ name: "contact counters", findDifferences: findContactCountDifferences }],
};
