import { addDays, daysBetween } from "../../../kernel/local-time.ts";
import { resolveDays, toPeriod, type Days } from "../../../kernel/period.ts";
import { requireShop } from "../../contacts/shops.ts";
import type { CalendarContext } from "../calendar-context.ts";
import type { ShopPeriodQuery } from "../emails/service.ts";
import { countAddedBySource } from "./queries.ts";

/** New contacts by source, with those of the same number of days before. */
export async function getContactStats(ctx: CalendarContext, query: ShopPeriodQuery) {
  await requireShop(ctx.db, query.shop, "shop");
  const days = resolveDays(ctx, query);
  const [current, before] = await Promise.all([
    countIn(ctx, days, query.shop),
    countIn(ctx, { from: addDays(days.from, -daysBetween(days.from, days.to)), to: days.from }, query.shop),
  ]);
  const gone = before
    .filter(({ source }) => !current.some((one) => one.source === source))
    .map(({ source }) => ({ source, added: 0, subscribed: 0 }));
  const addedBefore = new Map(before.map(({ source, added }) => [source, added]));
  const sum = (counts: readonly { added: number }[]) => counts.reduce((all, { added }) => all + added, 0);
  return {
    ...days,
    added: sum(current),
    previous: sum(before),
    sources: [...current, ...gone].map((one) => ({ ...one, previous: addedBefore.get(one.source) ?? 0 })),
  };
}

const countIn = ({ db, company }: CalendarContext, days: Days, shopId: string | undefined) =>
  countAddedBySource(db, toPeriod(days, company.timeZone), shopId);
