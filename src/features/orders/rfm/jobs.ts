import { Type } from "typebox";
import { defineJob } from "../../../jobs/job.ts";

/** Computes the scores of a company for the first time. */
export const rfmJob = defineJob({
  name: "orders.rfm",
  payload: Type.Object({ tenantId: Type.String() }),
  retryLimit: 5,
  retryDelayS: 5,
  expireMinutes: 60,
});

/** Computes the scores of companies whose orders changed. */
export const rfmRefreshJob = defineJob({
  name: "orders.rfm-refresh",
  payload: Type.Object({}),
  retryLimit: 0,
  retryDelayS: 1,
  expireMinutes: 60,
  schedule: "*/10 * * * *",
});
