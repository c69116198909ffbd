import { validation } from "../../kernel/errors.ts";
import { startOfDay } from "../../kernel/local-time.ts";

export type PeriodQuery = { from?: string; to?: string };
/** [from, to); a missing bound is open. */
export type Period = { readonly from?: Date; readonly to?: Date };

export function periodOf({ from, to }: PeriodQuery, timeZone: string): Period {
  if (from !== undefined && to !== undefined && to <= from) throw validation("to");
  return {
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(to === undefined ? {} : { to: startOfDay(to, timeZone) }),
  };
}
