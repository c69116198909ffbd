import { handleJob, type BackgroundParts } from "../../feature.ts";
import { refreshHold } from "./holds.ts";
import { holdJob } from "./jobs.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(holdJob, (worker) =>
      worker.forEachCompany("billing holds", (tenantId) => refreshHold(worker.db.forTenant(tenantId), worker)),
    ),
  ],
};
