import type { Services } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { getCompany, updateBillingHold } from "../account/company/queries.ts";
import { listPriceTiers } from "../account/queries.ts";
import * as queries from "./queries.ts";
import { currencyOf } from "./vat.ts";

/**
 * Sets or lifts the holds of billing: `unpaid` from the day after an invoice was due, `free_limit` while a company that
 * was never billed has more contacts than the free tier. A hold of the platform stays.
 */
export async function refreshHold(
  db: TenantDb,
  { clock, billing }: Pick<Services, "clock" | "billing">,
): Promise<void> {
  const hold = billing === undefined ? "" : await findHold(db, clock.now());
  await updateBillingHold(db, hold);
}

async function findHold(db: TenantDb, now: Date): Promise<"" | "unpaid" | "free_limit"> {
  const { isBilled, isOverdue } = await queries.getDebt(db, now);
  if (isOverdue) return "unpaid";
  if (isBilled) return "";
  const [{ country }, used, tiers] = await Promise.all([getCompany(db), queries.countContacts(db), listPriceTiers(db)]);
  const currency = currencyOf(country);
  const free = tiers.filter((tier) => tier.currency === currency && Number(tier.monthly) === 0);
  return used > Math.max(0, ...free.map(({ contacts }) => contacts)) ? "free_limit" : "";
}
