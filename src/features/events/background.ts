import { handleJob, type BackgroundParts } from "../../feature.ts";
import { addMonths } from "../../kernel/local-time.ts";
import { deleteOldEvents, eventRetentionJob } from "./jobs.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(eventRetentionJob, (worker) =>
      worker.forEachCompany("event retention", (tenantId) => {
        const before = addMonths(worker.clock.now(), -worker.journalMonths);
        return deleteOldEvents(worker.db.forTenant(tenantId), before);
      }),
    ),
  ],
};
