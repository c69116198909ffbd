import { handleJob, type BackgroundParts } from "../../feature.ts";
import { actionRunner } from "../../jobs/actions.ts";
import { segmentCountJob, segmentSizesJob } from "./jobs.ts";
import { countStaleSizes, refreshSizes } from "./sizes.ts";
import { runSegmentSnapshot } from "./snapshot.ts";
import { runSegmentConversion } from "./convert-to-list.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(segmentSizesJob, (worker) =>
      worker.forEachCompany("segment sizes", async (tenantId) => refreshSizes(await worker.contextOf(tenantId))),
    ),
    handleJob(segmentCountJob, async (worker, { tenantId, segmentIds }) =>
      countStaleSizes(await worker.contextOf(tenantId), segmentIds),
    ),
  ],
  actions: [actionRunner(runSegmentConversion), actionRunner(runSegmentSnapshot)],
};
