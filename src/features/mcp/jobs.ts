import { Type } from "typebox";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import type { Clock } from "../../kernel/clock.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { deleteOldMcpRows } from "./queries.ts";

export const mcpCleanupJob = defineJob({
  name: "mcp-cleanup",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 600,
  expireMinutes: 30,
  schedule: "42 3 * * *",
});

export const deleteExpiredConfirmations = (db: SystemDb, clock: Clock): Promise<void> =>
  deleteOldMcpRows(db, addMs(clock.now(), -days(1)));
