import type { TenantDb } from "../../db/tenant.ts";
import { addDays, dayAt, startOfDay } from "../../kernel/local-time.ts";
import * as queries from "./reconcile.queries.ts";

/** Earlier days were reconciled in the nights before. */
const reconciledDays = 3;

/**
 * Nightly: compares the rollups of the last days with the journal and repairs them, a day per transaction. The differences
 * are returned and thereby logged.
 */
export async function reconcileStatistics(db: TenantDb, now: Date): Promise<queries.RepairedCounter[]> {
  const timeZone = await queries.getTimeZone(db);
  const today = dayAt(now, timeZone);
  const startOfDaysAgo = (ago: number) => startOfDay(addDays(today, -ago), timeZone);
  const differences: queries.RepairedCounter[] = [];
  for (let ago = reconciledDays - 1; ago >= 0; ago -= 1) {
    differences.push(...(await reconcileDay(db, { from: startOfDaysAgo(ago), to: startOfDaysAgo(ago - 1) })));
  }
  // Totals and links have no days, so they follow when every day is repaired.
  const period = { from: startOfDaysAgo(reconciledDays - 1), to: startOfDaysAgo(-1) };
  const totals = await db.transaction(async (inner) => {
    await queries.lockReconciliation(inner);
    return [...(await queries.repairTotals(inner, period)), ...(await queries.repairLinkStats(inner, period))];
  });
  return [...differences, ...totals];
}

function reconcileDay(db: TenantDb, day: queries.CountedDay): Promise<queries.RepairedCounter[]> {
  return db.transaction(async (inner) => {
    await queries.lockReconciliation(inner);
    const canLower = !(await queries.hasErasuresSince(inner, day.from));
    const canLowerMessages = !(await queries.hasDeletionsSince(inner, day.from));
    const hours = await queries.repairHourlyStats(inner, { day, canLower, canLowerMessages });
    return [
      ...hours,
      ...(await queries.repairCompanyStats(inner, { day, canLower })),
      ...(await queries.repairShopStats(inner, { day, canLowerLost: canLower && canLowerMessages })),
    ];
  });
}
