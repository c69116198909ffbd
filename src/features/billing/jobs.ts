import { Type } from "typebox";
import { defineJob } from "../../jobs/job.ts";

/** Every hour: holds of billing begin and end by time alone. */
export const holdJob = defineJob({
  name: "billing.holds",
  payload: Type.Object({}),
  retryLimit: 2,
  retryDelayS: 60,
  expireMinutes: 30,
  schedule: "25 * * * *",
});
