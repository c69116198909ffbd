import { handleAction, handleJob, type BackgroundParts } from "../../feature.ts";
import { listDeletionAsking } from "../lists/jobs.ts";
import { segmentCountJob, segmentSizesJob } from "./jobs.ts";
import { countStale, refreshSizes } from "./sizes.ts";
import { segmentSnapshot } from "./snapshot.ts";
import { segmentToList } from "./to-list.ts";
import { isInAnySegment } from "./used.ts";

export const background: BackgroundParts = {
  jobs: [
    handleJob(segmentSizesJob, (worker) =>
      worker.forEachCompany("segment sizes", async (tenantId) => refreshSizes(await worker.contextOf(tenantId))),
    ),
    handleJob(segmentCountJob, async ({ contextOf }, { tenantId, segmentIds }) =>
      countStale(await contextOf(tenantId), segmentIds),
    ),
  ],
  actions: [
    handleAction(segmentToList),
    handleAction(segmentSnapshot),
    handleAction(listDeletionAsking(isInAnySegment)),
  ],
};
