import { Type } from "typebox";
import { defineJob } from "../../../jobs/job.ts";

export const confirmationEmailJob = defineJob({
  name: "form-letter",
  payload: Type.Object({ tenantId: Type.String(), letterId: Type.String() }),
  retryLimit: 5,
  retryDelayS: 30,
  expireMinutes: 5,
});

/** Every minute: confirmation e-mails that wait, reminders, and sums that expired. */
export const confirmationEmailSweepJob = defineJob({
  name: "form-letters",
  payload: Type.Object({}),
  retryLimit: 1,
  retryDelayS: 30,
  expireMinutes: 10,
  schedule: "* * * * *",
});
