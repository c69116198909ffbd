import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { expireConsents, refreshUnconfirmed } from "./consents/expiry.queries.ts";
import { endedConsentsJob } from "./consents/jobs.ts";
import { findContactCountDifferences } from "./counts.sql.ts";
import { refreshEngagement } from "./engagement.queries.ts";
import { runFieldDeletion, runOptionRemoval } from "./fields/jobs.ts";
import { engagementListener } from "./listeners.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runFieldDeletion), actionRunner(runOptionRemoval)],
  jobs: [
    handleJob(endedConsentsJob, (worker) =>
      worker.forEachCompany("ended consents", async (tenantId) => {
        await expireConsents(worker.db.forTenant(tenantId), worker.clock.now());
      }),
    ),
  ],
  listeners: [engagementListener],
  nightly: [
    { name: "engagement", run: (db, now) => refreshEngagement(db, now) },
    { name: "unconfirmed contacts", run: refreshUnconfirmed },
  ],
  checks: [{ name: "contact counters", findDifferences: findContactCountDifferences }],
};
