import type { Clock } from "./clock.ts";
import type { Company } from "./company.ts";
import { validation } from "./errors.ts";
import { addDays, dayAt, daysBetween, startOfDay } from "./local-time.ts";

export type PeriodQuery = { from?: string; to?: string };
/** [from, to); a missing bound is open. */
export type Period = { readonly from?: Date; readonly to?: Date };

export function toPeriod({ from, to }: PeriodQuery, timeZone: string): Period {
  if (from !== undefined && to !== undefined && to <= from) throw validation("to", { min: addDays(from, 1) });
  return {
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(to === undefined ? {} : { to: startOfDay(to, timeZone) }),
  };
}

/** Calendar days of the company, [from, to). */
export type Days = { readonly from: string; readonly to: string };

const defaultDays = 30;
/** Days that a report may have. */
export const maxPeriodDays = 1100;

type Calendar = { readonly clock: Clock; readonly company: Pick<Company, "timeZone"> };

/** Defaults: 30 days, until today. */
export function resolveDays(ctx: Calendar, query: PeriodQuery): Days {
  const tomorrow = addDays(dayAt(ctx.clock.now(), ctx.company.timeZone), 1);
  const from = query.from ?? addDays(query.to ?? tomorrow, -defaultDays);
  const to = query.to ?? (from < tomorrow ? tomorrow : addDays(from, defaultDays));
  if (to <= from) throw validation("to", { min: addDays(from, 1) });
  if (daysBetween(from, to) > maxPeriodDays) throw validation("from", { min: addDays(to, -maxPeriodDays) });
  return { from, to };
}
