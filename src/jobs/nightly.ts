import { Type } from "typebox";
import { defineJob } from "./job.ts";

/** Every night, company by company: the nightly tasks of all features, then their consistency checks. */
export const nightlyJob = defineJob({
  name: "nightly",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 120,
  schedule: "20 1 * * *",
});
