import type { Context } from "../../../context.ts";
import { addDays, daysBetween } from "../../../kernel/local-time.ts";
import { resolveDays, type PeriodQuery } from "../../../kernel/period.ts";
import { getFormRecord } from "../service.ts";
import { countParts, type CountedPart, type FormCounts } from "./queries.ts";

/** Pages and sources that a report names. */
const maxNamed = 100;

const none: FormCounts = { views: 0, signUps: 0, confirmed: 0 };

const toCounts = ({ views, signUps, confirmed }: FormCounts): FormCounts => ({ views, signUps, confirmed });

const add = (sum: FormCounts, more: FormCounts): FormCounts => ({
  views: sum.views + more.views,
  signUps: sum.signUps + more.signUps,
  confirmed: sum.confirmed + more.confirmed,
});

export async function getFormReport(ctx: Context, formId: string, query: PeriodQuery) {
  await getFormRecord(ctx, formId);
  const { from, to } = resolveDays(ctx, query);
  const counted = await countParts(ctx.db, formId, { from, to, timeZone: ctx.company.timeZone });
  const selectRows = (part: CountedPart["part"]) => counted.filter((row) => row.part === part);
  const byDay = new Map(selectRows("day").map((row) => [row.key, toCounts(row)]));
  const dayList = Array.from({ length: daysBetween(from, to) }, (_, index) => addDays(from, index));
  return {
    from,
    to,
    totals: [...byDay.values()].reduce(add, none),
    days: dayList.map((day) => ({ day, ...(byDay.get(day) ?? none) })),
    pages: selectRows("page")
      .slice(0, maxNamed)
      .map((row) => ({ page: row.key, ...toCounts(row) })),
    sources: selectRows("source")
      .slice(0, maxNamed)
      .map((row) => ({ source: row.key, ...toCounts(row) })),
  };
}
