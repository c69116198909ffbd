import type { Context } from "../../../context.ts";
import { iso } from "../../../kernel/local-time.ts";
import { toPeriod, type PeriodQuery } from "../../../kernel/period.ts";
import { figuresBy } from "../metrics.ts";
import { getReportedCampaign } from "../scope.ts";
import * as queries from "./queries.ts";

const comparedCampaigns = 10;

/** Each of the earlier campaigns counts the same, however many recipients it had. */
export async function getCampaignAverage(ctx: Context, id: string, query: PeriodQuery) {
  // Checked as in all statistics.
  toPeriod(query, ctx.company.timeZone);
  const campaign = await getReportedCampaign(ctx, id);
  const earlier = await queries.listEarlierCampaigns(ctx.db, {
    id: campaign.parentId ?? campaign.id,
    shopId: campaign.shopId,
    before: campaign.startedAt ?? ctx.clock.now(),
    limit: comparedCampaigns,
  });
  const counts = await queries.countByCampaign(
    ctx.db,
    earlier.map((one) => one.id),
  );
  const rates = figuresBy(counts).map(({ figures }) => figures.rates);
  const mean = (name: keyof (typeof rates)[number]) =>
    rates.length === 0
      ? 0
      : Math.round((rates.reduce((sum, one) => sum + one[name], 0) / rates.length) * 10_000) / 10_000;
  return {
    campaigns: earlier.length,
    from: iso(earlier.at(-1)?.startedAt ?? null),
    to: iso(earlier[0]?.startedAt ?? null),
    rates: {
      delivered: mean("delivered"),
      bounced: mean("bounced"),
      opened: mean("opened"),
      clicked: mean("clicked"),
      clickedOfOpened: mean("clickedOfOpened"),
      unsubscribed: mean("unsubscribed"),
      complained: mean("complained"),
    },
  };
}
