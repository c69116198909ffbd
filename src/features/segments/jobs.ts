import { Type } from "typebox";
import { defineJob } from "../../jobs/job.ts";

/** Every night, company by company, after the letters of engagement: the sizes of live segments. */
export const segmentSizesJob = defineJob({
  name: "segments.sizes",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 240,
  schedule: "50 1 * * *",
});
