import { Type } from "typebox";
import type { SystemDb } from "../../db/tenant.ts";
import { defineJob } from "../../jobs/job.ts";
import type { Clock } from "../../kernel/clock.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { deleteUnusedClients } from "./clients.queries.ts";
import { deleteOldCodes } from "./grants.queries.ts";
import { deleteExpiredRequests } from "./requests.queries.ts";
import { deleteExpiredTokens } from "./tokens.queries.ts";

const keptDays = 30;

export const oauthCleanupJob = defineJob({
  name: "oauth-cleanup",
  payload: Type.Object({}),
  retryLimit: 3,
  retryDelayS: 600,
  expireMinutes: 30,
  schedule: "37 3 * * *",
});

/** Grants that connected a client are kept: the history names them. */
export async function deleteExpiredOAuthData(db: SystemDb, clock: Clock): Promise<void> {
  const now = clock.now();
  const keptSince = addMs(now, -days(keptDays));
  await deleteExpiredRequests(db, now);
  await deleteExpiredTokens(db, now);
  await deleteOldCodes(db, keptSince);
  await deleteUnusedClients(db, keptSince);
}
