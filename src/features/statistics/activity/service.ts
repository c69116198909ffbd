import type { Context } from "../../../context.ts";
import { days } from "../../../kernel/local-time.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { figuresBy } from "../metrics.ts";
import { toPeriod, type PeriodQuery } from "../../../kernel/period.ts";
import type { StatScope } from "../queries.ts";
import { getReportedCampaign, toScope } from "../scope.ts";
import type { units } from "../shapes.ts";
import * as queries from "./queries.ts";

type TimelineQuery = PeriodQuery & { unit?: (typeof units)[number] };
export type ActivityQuery = TimelineQuery &
  Paging & { q?: string; tab?: queries.EventTab; engagement?: string; humans?: boolean };

/** Longer periods are grouped by day. */
const hourlyMs = days(3);

export async function listTimeline(ctx: Context, scope: StatScope, query: TimelineQuery) {
  const { timeZone } = ctx.company;
  const period = toPeriod(query, timeZone);
  const span = query.unit === undefined ? await queries.findHourRange(ctx.db, scope, period) : null;
  const isShort = span === null || span.last.getTime() - span.first.getTime() < hourlyMs;
  const unit = query.unit ?? (isShort ? "hour" : "day");
  const counts = await queries.countByTime(ctx.db, scope, { period, unit, timeZone });
  return { unit, timeline: figuresBy(counts).map(({ key, figures }) => ({ at: key, ...figures })) };
}

export async function getActivity(ctx: Context, id: string, query: ActivityQuery) {
  return listActivity(ctx, toScope(await getReportedCampaign(ctx, id)), query);
}

export async function listActivity(ctx: Context, scope: StatScope, query: ActivityQuery) {
  const { page, pageSize, offset } = toPage(query);
  const period = toPeriod(query, ctx.company.timeZone);
  const [timeline, { total, rows }] = await Promise.all([
    listTimeline(ctx, scope, query),
    queries.listEvents(ctx.db, scope, {
      period,
      tab: query.tab ?? "all",
      q: query.q?.trim() ?? "",
      engagement: query.engagement,
      isWithMachines: query.humans === false,
      limit: pageSize,
      offset,
    }),
  ]);
  const items = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  return { ...timeline, items, total, page, pageSize };
}
