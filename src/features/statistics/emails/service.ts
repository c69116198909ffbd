import type { Context } from "../../../context.ts";
import { validation } from "../../../kernel/errors.ts";
import { addDays, dayAt, daysBetween } from "../../../kernel/local-time.ts";
import { figuresOf } from "../metrics.ts";
import { periodOf, type PeriodQuery } from "../period.ts";
import * as queries from "./queries.ts";

const defaultDays = 30;
const maxDays = 1100;

export async function getEmailStats(ctx: Context, query: PeriodQuery) {
  const { from, to } = resolveDays(ctx, query);
  const length = daysBetween(from, to);
  const [current, previous] = await Promise.all([
    readPeriod(ctx, { from, to }),
    readPeriod(ctx, { from: addDays(from, -length), to: from }),
  ]);
  const days = Array.from({ length }, (_, index) => {
    const day = addDays(from, index);
    return { day, ...figuresOf(current.counts.filter(({ key }) => key === day)) };
  });
  return { totals: current.totals, previous: previous.totals, days };
}

/** Defaults: 30 days, until today. */
function resolveDays(ctx: Context, query: PeriodQuery): { from: string; to: string } {
  const tomorrow = addDays(dayAt(ctx.clock.now(), ctx.company.timeZone), 1);
  const from = query.from ?? addDays(query.to ?? tomorrow, -defaultDays);
  const to = query.to ?? (from < tomorrow ? tomorrow : addDays(from, defaultDays));
  if (to <= from) throw validation("to");
  if (daysBetween(from, to) > maxDays) throw validation("from");
  return { from, to };
}

async function readPeriod(ctx: Context, { from, to }: { from: string; to: string }) {
  const { timeZone } = ctx.company;
  const period = periodOf({ from, to }, timeZone);
  const [counts, campaigns] = await Promise.all([
    queries.countByDay(ctx.db, period, timeZone),
    queries.countStartedCampaigns(ctx.db, period),
  ]);
  return { counts, totals: { from, to, campaigns, ...figuresOf(counts) } };
}
