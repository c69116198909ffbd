import type { Context } from "../../../context.ts";
import { requireFound } from "../../../kernel/errors.ts";
import { decimalText } from "../../../kernel/money.ts";
import { toPeriod, type PeriodQuery } from "../../../kernel/period.ts";
import { getWindowDays } from "../conversions/queries.ts";
import { findReportedAutomation } from "./queries.ts";
import { listVersionStats as listVersions, sumByVersion } from "./versions.queries.ts";

const shownVersions = 50;

/** What came of the contacts by the version with which they entered. */
export async function listVersionStats(ctx: Context, id: string, query: PeriodQuery) {
  // Checked as in all statistics.
  toPeriod(query, ctx.company.timeZone);
  requireFound(await findReportedAutomation(ctx.db, id), "automation");
  const [versions, revenue] = await Promise.all([
    listVersions(ctx.db, id, shownVersions),
    sumByVersion(ctx.db, id, await getWindowDays(ctx.db)),
  ]);
  const items = versions.map(({ at, ...version }) => ({
    ...version,
    at: at.toISOString(),
    conversions: revenue
      .filter((row) => row.version === version.version)
      .map(({ version: _version, ...row }) => ({ ...row, revenue: decimalText(row.revenue) })),
  }));
  return { items };
}
