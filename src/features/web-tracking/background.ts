import { handleJob, type BackgroundParts } from "../../feature.ts";
import { addMonths } from "../../kernel/local-time.ts";
import { visitorRetentionJob } from "./jobs.ts";
import { deleteTokensBefore } from "./visits/queries.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(visitorRetentionJob, (worker) =>
      worker.forEachCompany("visitor retention", (tenantId) => {
        const before = addMonths(worker.clock.now(), -worker.webEventMonths);
        return deleteTokensBefore(worker.db.forTenant(tenantId), before);
      }),
    ),
  ],
};
