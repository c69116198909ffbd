import { Type } from "typebox";
import type { TenantDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import { deleteEventsBefore, type EventAges } from "./queries.ts";

/** Nightly: deletes events that are older than the journal keeps entries, and carts and page visits before that. */
export const eventRetentionJob = defineJob({
  name: "events.retention",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 300,
  expireMinutes: 240,
  schedule: "20 2 * * *",
});

const batchSize = 5000;

export async function deleteOldEvents(db: TenantDb, ages: EventAges): Promise<void> {
  if ((await deleteEventsBefore(db, ages, batchSize)) === batchSize) await deleteOldEvents(db, ages);
}
