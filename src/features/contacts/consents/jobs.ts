import { Type } from "typebox";
import { defineJob } from "../../../jobs/job.ts";

/** Every minute: marks the consents that ended and moves the counters of their contacts. */
export const endedConsentsJob = defineJob({
  name: "contacts.ended-consents",
  payload: Type.Object({}),
  retryLimit: 0,
  retryDelayS: 1,
  expireMinutes: 60,
  schedule: "* * * * *",
});
