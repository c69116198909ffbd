import { Type } from "typebox";
import { defineJob } from "../../../jobs/job.ts";

/** Every hour: companies are approved or suspended by the rules of the installation. */
export const reviewJob = defineJob({
  name: "account.review",
  payload: Type.Object({}),
  retryLimit: 2,
  retryDelayS: 60,
  expireMinutes: 30,
  schedule: "35 * * * *",
});

/** Every hour: deletes the companies whose grace is over. A killed run is continued by the next one. */
export const companyDeletionJob = defineJob({
  name: "account.deletion",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 600,
  expireMinutes: 240,
  schedule: "45 * * * *",
});
