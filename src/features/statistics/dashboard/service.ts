import { resolveDays, toPeriod, type Days } from "../../../kernel/period.ts";
import { requireShop } from "../../contacts/shops.ts";
import type { CalendarContext } from "../calendar-context.ts";
import { countAddedByDay } from "../contacts/queries.ts";
import { readWithPrevious, type ShopPeriodQuery } from "../emails/service.ts";
import { countOf } from "../metrics.ts";
import * as queries from "./queries.ts";

/** Of the company from counters alone; the new contacts of one shop are counted in the index of contacts by time. */
export async function getDashboard(ctx: CalendarContext, query: ShopPeriodQuery) {
  const { shop: shopId } = query;
  await requireShop(ctx.db, shopId, "shop");
  const period = resolveDays(ctx, query);
  const [contacts, { totals, previous, days }, addedInShop] = await Promise.all([
    queries.countContacts(ctx.db, shopId),
    readWithPrevious(ctx, period, shopId),
    shopId === undefined ? undefined : readAddedByDay(ctx, period, shopId),
  ]);
  const trend = days.map(({ day, counts }) => ({
    day,
    added: addedInShop === undefined ? countOf(counts, "added") : (addedInShop.get(day) ?? 0),
    lost: countOf(counts, "lost"),
  }));
  const sumMetric = (metric: "added" | "lost") => trend.reduce((sum, day) => sum + day[metric], 0);
  return {
    contacts: { ...contacts, added: sumMetric("added"), lost: sumMetric("lost"), trend },
    emails: { totals, previous },
  };
}

async function readAddedByDay({ db, company: { timeZone } }: CalendarContext, days: Days, shopId: string) {
  const counts = await countAddedByDay(db, { period: toPeriod(days, timeZone), shopId, timeZone });
  return new Map(counts.map(({ day, n }) => [day, n]));
}
