import { Type } from "typebox";
import { defineJob } from "../../../jobs/job.ts";

/** Every minute: continues the chains of the companies that have new entries. */
export const auditSealJob = defineJob({
  name: "account.audit-seal",
  payload: Type.Object({}),
  retryLimit: 0,
  retryDelayS: 1,
  expireMinutes: 30,
  schedule: "* * * * *",
});
