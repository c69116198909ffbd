import { Type } from "typebox";
import { defineJob } from "../../jobs/job.ts";

/** Nightly: forgets visitors whose last click is older than page visits are kept. */
export const visitorRetentionJob = defineJob({
  name: "site.retention",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 60,
  schedule: "30 2 * * *",
});
