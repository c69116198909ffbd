import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { runOrderStatesChange } from "./jobs.ts";
import { computeRfm, refreshRfm, refreshStaleRfm } from "./rfm/compute.ts";
import { rfmJob, rfmRefreshJob } from "./rfm/jobs.ts";
import { rfmListener } from "./rfm/listeners.ts";
import { findOrderTotalDifferences } from "./totals.queries.ts";

export const background: BackgroundParts = {
  actions: [actionRunner(runOrderStatesChange)],
  jobs: [
    handleJob(rfmJob, ({ db, clock }, { tenantId }) => computeRfm(db.forTenant(tenantId), clock.now())),
    handleJob(rfmRefreshJob, (worker) =>
      worker.forEachCompany("RFM scores", (tenantId) =>
        refreshStaleRfm(worker.db.forTenant(tenantId), worker.clock.now()),
      ),
    ),
  ],
  listeners: [rfmListener],
  nightly: [{ name: "RFM scores", run: refreshRfm }],
  checks: [{ name: "order totals", findDifferences: findOrderTotalDifferences }],
};
