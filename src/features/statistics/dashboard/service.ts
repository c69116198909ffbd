import { readWithPrevious } from "../emails/service.ts";
import { countOf } from "../metrics.ts";
import type { CalendarContext } from "../calendar-context.ts";
import { resolveDays } from "../../../kernel/period.ts";
import * as queries from "./queries.ts";

/** The last 30 days of the company's calendar, today included, from counters alone. */
export async function getDashboard(ctx: CalendarContext) {
  const [contacts, { totals, previous, days }] = await Promise.all([
    queries.countContacts(ctx.db),
    readWithPrevious(ctx, resolveDays(ctx, {})),
  ]);
  const trend = days.map(({ day, counts }) => ({
    day,
    added: countOf(counts, "added"),
    lost: countOf(counts, "lost"),
  }));
  const sumMetric = (metric: "added" | "lost") => trend.reduce((sum, day) => sum + day[metric], 0);
  return {
    contacts: { ...contacts, added: sumMetric("added"), lost: sumMetric("lost"), trend },
    emails: { totals, previous },
  };
}
