import { Type } from "typebox";
import type { Context } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import * as watched from "./deliverability/service.ts";
import { deleteOldReports } from "./dmarc/queries.ts";
import * as signed from "./domains/service.ts";
import { deleteOldLetters } from "./senders/queries.ts";

export const sendingUpkeepJob = defineJob({
  name: "sending-upkeep",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 1800,
  expireMinutes: 120,
  schedule: "43 4 * * *",
});

const reportDays = 400;

export async function forgetOld(db: SystemDb, now: Date): Promise<void> {
  await deleteOldLetters(db, now, addMs(now, -days(7)));
  await deleteOldReports(db, addMs(now, -days(reportDays)));
}

export async function inspectDomains(ctx: Context): Promise<number> {
  return (await signed.inspectAll(ctx)) + (await watched.inspectAll(ctx));
}
