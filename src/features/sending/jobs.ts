import { Type } from "typebox";
import type { Context } from "../../context.ts";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { checkAllMonitoredDomains } from "./deliverability/service.ts";
import { deleteOldDmarcReports } from "./dmarc/queries.ts";
import { checkAllSendingDomains } from "./domains/service.ts";
import { deleteOldVerificationMails } from "./senders/queries.ts";

export const sendingMaintenanceJob = defineJob({
  name: "sending-upkeep",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 1800,
  expireMinutes: 120,
  schedule: "43 4 * * *",
});

const reportDays = 400;

export async function deleteOldReportsAndMails(db: SystemDb, now: Date): Promise<void> {
  await deleteOldVerificationMails(db, now, addMs(now, -days(7)));
  await deleteOldDmarcReports(db, addMs(now, -days(reportDays)));
}

/** Returns the number of failed lookups. */
export async function checkDomains(ctx: Context): Promise<number> {
  return (await checkAllSendingDomains(ctx)) + (await checkAllMonitoredDomains(ctx));
}
