import type { TenantDb } from "../../../db/tenant.ts";
import type { JournalRange } from "../../../journal/journal.ts";
import { computeCountChanges } from "./count-changes.ts";
import { endRunsOfLeavers, endRunsOfLists, hasBoundRuns, type EndedRun } from "./exits.queries.ts";
import { addCounts } from "./record.queries.ts";

/** Ends the runs of contacts that left what let them in, also of paused automations, in the transaction of the cursor. */
export async function endLeftRuns(db: TenantDb, range: JournalRange, at: Date): Promise<void> {
  if (await hasBoundRuns(db)) await subtract(db, await endRunsOfLeavers(db, range, at));
}

/** Runs in the transaction that deletes or hides the lists, after it did. */
export async function endRunsOfDeletedLists(db: TenantDb, listIds: readonly string[], at: Date): Promise<void> {
  if (await hasBoundRuns(db)) await subtract(db, await endRunsOfLists(db, listIds, at));
}

/** The order is that of automations, as for all writers of several counters. */
async function subtract(db: TenantDb, ended: readonly EndedRun[]): Promise<void> {
  const ids = [...new Set(ended.map(({ automationId }) => automationId))];
  for (const id of ids.toSorted((left, right) => Number(left) - Number(right))) {
    const runs = ended.filter(({ automationId }) => automationId === id);
    const positions = runs.map(({ node }) => ({ node, state: "stopped" as const }));
    await addCounts(db, id, computeCountChanges(runs, { passes: [], positions }));
  }
}
