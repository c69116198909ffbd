import { Type } from "typebox";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import type { Clock } from "../../kernel/clock.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { deleteOldMcpRows } from "./queries.ts";
import { deleteExpiredCalls, deleteOldRequests } from "./requests/queries.ts";

export const mcpCleanupJob = defineJob({
  name: "mcp-cleanup",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 600,
  expireMinutes: 30,
  schedule: "42 3 * * *",
});

export async function deleteExpiredConfirmations(db: SystemDb, clock: Clock): Promise<void> {
  const now = clock.now();
  await deleteOldMcpRows(db, addMs(now, -days(1)));
  await deleteExpiredCalls(db, now);
  await deleteOldRequests(db, addMs(now, -days(90)));
}
