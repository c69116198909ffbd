import type { Services } from "../../context.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { insertNotification } from "../../jobs/queries.ts";
import { conflict } from "../../kernel/errors.ts";
import { findPlanEnd, updatePlanEnd } from "../account/company/queries.ts";
import { lockCompany } from "../members/queries.ts";
import { parseMonth } from "./months.ts";
import * as queries from "./queries.ts";

/** A cancelled plan lasts to the end of its month. */
export const isPlanOver = (endsAt: Date | null, now: Date): boolean => endsAt !== null && endsAt <= now;

/** By the operator: the paid plan ends with the running month (UTC). A repetition answers the first end. */
export function cancelPlan(db: TenantDb, { clock }: Pick<Services, "clock">): Promise<Date> {
  const at = clock.now();
  return db.transaction(async (inner) => {
    await lockCompany(inner);
    const known = await findPlanEnd(inner);
    if (known !== null) return known;
    if (!(await queries.getDebt(inner, at)).isBilled) throw conflict("status");
    const endsAt = new Date(`${parseMonth(at.toISOString().slice(0, 7)).to}T00:00:00Z`);
    await updatePlanEnd(inner, endsAt);
    await insertNotification(inner, { type: "plan_cancelled", params: { endsAt: endsAt.toISOString() }, at });
    return endsAt;
  });
}

/** Done by the operator: the plan goes on. */
export const resumePlan = (db: TenantDb): Promise<void> => updatePlanEnd(db, null);
