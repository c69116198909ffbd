import type { Fragment } from "../../db/client.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { validation } from "../../kernel/errors.ts";
import { startOfDay } from "../../kernel/local-time.ts";

export type PeriodQuery = { from?: string; to?: string };
/** [from, to); open where nothing is said. */
export type Period = { readonly from?: Date; readonly to?: Date };

export function periodOf({ from, to }: PeriodQuery, timeZone: string): Period {
  if (from !== undefined && to !== undefined && to <= from) throw validation("to");
  return {
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(to === undefined ? {} : { to: startOfDay(to, timeZone) }),
  };
}

/** The condition that a time falls into the period. */
export const periodCondition = ({ sql }: TenantDb, time: Fragment, { from, to }: Period): Fragment => sql`
  ${from === undefined ? sql`` : sql`and ${time} >= ${from}`} ${to === undefined ? sql`` : sql`and ${time} < ${to}`}`;
