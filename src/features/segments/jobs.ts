import { Type } from "typebox";
import { defineJob } from "../../jobs/job.ts";

/** Nightly per company, after engagement: recounts the sizes of segments. */
export const segmentSizesJob = defineJob({
  name: "segments.sizes",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 240,
  schedule: "50 1 * * *",
});

/** Recounts stale sizes that were shown. Not retried: the next view requests it again. */
export const segmentCountJob = defineJob({
  name: "segments.count",
  payload: Type.Object({ tenantId: Type.String(), segmentIds: Type.Array(Type.String()) }),
  retryLimit: 0,
  retryDelayS: 1,
  expireMinutes: 10,
});
