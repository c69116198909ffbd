import type { Context } from "../../../context.ts";
import { addDays, daysBetween } from "../../../kernel/local-time.ts";
import { requireShop } from "../../contacts/shops.ts";
import { computeFigures } from "../metrics.ts";
import type { CalendarContext } from "../calendar-context.ts";
import { toPeriod, resolveDays, type Days, type PeriodQuery } from "../../../kernel/period.ts";
import * as queries from "./queries.ts";

export type ShopPeriodQuery = PeriodQuery & { shop?: string };

export async function getEmailStats(ctx: Context, query: ShopPeriodQuery) {
  await requireShop(ctx.db, query.shop, "shop");
  const { totals, previous, days } = await readWithPrevious(ctx, resolveDays(ctx, query), query.shop);
  return { totals, previous, days: days.map(({ day, counts }) => ({ day, ...computeFigures(counts) })) };
}

/** Totals of the period and of the same number of days before, and the counts of every day of the period. */
export async function readWithPrevious(ctx: CalendarContext, { from, to }: Days, shopId?: string) {
  const length = daysBetween(from, to);
  const [current, previous] = await Promise.all([
    readPeriod(ctx, { from, to }, shopId),
    readPeriod(ctx, { from: addDays(from, -length), to: from }, shopId),
  ]);
  const days = Array.from({ length }, (_, index) => {
    const day = addDays(from, index);
    return { day, counts: current.counts.filter(({ key }) => key === day) };
  });
  return { totals: current.totals, previous: previous.totals, days };
}

async function readPeriod(ctx: CalendarContext, { from, to }: Days, shopId: string | undefined) {
  const { timeZone } = ctx.company;
  const filters = { period: toPeriod({ from, to }, timeZone), shopId };
  const [counts, campaigns] = await Promise.all([
    queries.countByDay(ctx.db, { ...filters, timeZone }),
    queries.countStartedCampaigns(ctx.db, filters),
  ]);
  return { counts, totals: { from, to, campaigns, ...computeFigures(counts) } };
}
