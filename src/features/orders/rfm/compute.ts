import type { TenantDb } from "../../../db/tenant.ts";
import * as queries from "./queries.ts";

const contactsPerStep = 20_000;

/**
 * Computes all scores of a company in committed steps: the limits of the quintiles first, then the scores of the buyers by
 * id, then the sums by group. Killed in the middle, it is repeated from the start; a run changes only what differs.
 */
export async function computeRfm(db: TenantDb, now: Date): Promise<void> {
  const limits = await queries.findQuintiles(db);
  let after: string | null = "0";
  while (after !== null) {
    const upTo: string | null = await queries.findStepEnd(db, after, contactsPerStep);
    await queries.scoreContacts(db, limits, { after, upTo });
    after = upTo;
  }
  await db.transaction(async (inner) => {
    await queries.replaceGroupTotals(inner);
    await queries.setComputed(inner, now);
  });
}

/** Nightly, where the scores are switched on. */
export async function refreshRfm(db: TenantDb, now: Date): Promise<void> {
  if ((await queries.findRfmSetting(db)) !== undefined) await computeRfm(db, now);
}

export async function refreshStaleRfm(db: TenantDb, now: Date): Promise<void> {
  if ((await queries.findRfmSetting(db))?.isStale === true) await computeRfm(db, now);
}
