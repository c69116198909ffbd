import { Type } from "typebox";
import type { TenantDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import { deleteEventsBefore } from "./queries.ts";

/** Nightly: deletes events that are older than the journal keeps entries. */
export const eventRetentionJob = defineJob({
  name: "events.retention",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 240,
  schedule: "20 2 * * *",
});

const batchSize = 5000;

export async function deleteOldEvents(db: TenantDb, before: Date): Promise<void> {
  if ((await deleteEventsBefore(db, before, batchSize)) === batchSize) await deleteOldEvents(db, before);
}
