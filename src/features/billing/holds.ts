import type { Services } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { findPlanEnd, getCompany, updateBillingHold, type BillingHold } from "../account/company/queries.ts";
import { listPriceTiers } from "../account/queries.ts";
import * as queries from "./queries.ts";
import { isPlanOver } from "./plan.ts";
import { chooseCurrency } from "./vat.ts";
import { readBillingSettings } from "./settings.ts";

/**
 * Sets or lifts the holds of billing and notifies the company: `unpaid` from the day after an invoice was due,
 * `free_limit` while a company without a paid plan has more contacts than the free tier. A hold of the platform stays.
 */
export async function refreshHold(db: TenantDb, services: Pick<Services, "clock" | "config">): Promise<void> {
  const at = services.clock.now();
  const hold = readBillingSettings(services) === undefined ? "" : await findHold(db, at);
  await db.transaction(async (inner) => {
    const before = await updateBillingHold(inner, hold);
    if (before === undefined) return;
    if (before !== "") await insertNotification(inner, { type: "sending_hold_lifted", params: { hold: before }, at });
    if (hold !== "") await insertNotification(inner, { type: "sending_held", params: { hold }, at });
  });
}

async function findHold(db: TenantDb, now: Date): Promise<BillingHold> {
  const [{ isBilled, isOverdue }, planEndsAt] = await Promise.all([queries.getDebt(db, now), findPlanEnd(db)]);
  if (isOverdue) return "unpaid";
  if (isBilled && !isPlanOver(planEndsAt, now)) return "";
  const [{ country }, used, tiers] = await Promise.all([getCompany(db), queries.countContacts(db), listPriceTiers(db)]);
  const currency = chooseCurrency(country);
  const free = tiers.filter((tier) => tier.currency === currency && Number(tier.monthly) === 0);
  return used > Math.max(0, ...free.map(({ contacts }) => contacts)) ? "free_limit" : "";
}
