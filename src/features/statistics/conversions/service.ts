import type { Context } from "../../../context.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { decimalText } from "../../../kernel/money.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { toPeriod, resolveDays, type PeriodQuery } from "../../../kernel/period.ts";
import { findSelection } from "../automations/selection.ts";
import { requireShop } from "../../contacts/shops.ts";
import { findReportedCampaign, type StatScope } from "../queries.ts";
import { toScope } from "../scope.ts";
import * as queries from "./queries.ts";

export type ConversionQuery = PeriodQuery & { vat?: boolean };

async function toFilters(ctx: Context, scope: StatScope | undefined, query: ConversionQuery) {
  const period = toPeriod(query, ctx.company.timeZone);
  return { scope, period, windowDays: await queries.getWindowDays(ctx.db), isWithVat: query.vat !== false };
}

async function getTotals(ctx: Context, filters: queries.ConversionFilters) {
  const totals = await queries.sumConversions(ctx.db, filters);
  return totals.map(({ revenue, average, ...total }) => ({
    ...total,
    revenue: decimalText(revenue),
    average: decimalText(average),
  }));
}

/** Orders and revenue by currency, for a report. */
export async function getConversionTotals(ctx: Context, scope: StatScope, query: ConversionQuery) {
  return getTotals(ctx, await toFilters(ctx, scope, query));
}

/** The same by e-mail of an automation. */
export async function listNodeRevenue(ctx: Context, scope: StatScope, query: ConversionQuery) {
  const rows = await queries.sumByNode(ctx.db, await toFilters(ctx, scope, query));
  return rows.map((row) => ({ ...row, revenue: decimalText(row.revenue) }));
}

type SourceQuery = { campaignId?: string; automationId?: string; node?: string };

/** Undefined: all campaigns and automations. */
async function findScope(
  { db }: Context,
  { campaignId, automationId, node }: SourceQuery,
): Promise<StatScope | undefined> {
  if (campaignId !== undefined) {
    const campaign = await findReportedCampaign(db, campaignId);
    if (campaign === undefined) throw validation("campaignId", existing("campaign"));
    if (automationId !== undefined) throw validation("automationId", accepts.withoutOther);
    return toScope(campaign);
  }
  if (automationId === undefined) return undefined;
  const selection = await findSelection(db, automationId, node === undefined ? {} : { node });
  if (selection === undefined) throw validation("automationId", existing("automation"));
  return selection.scope;
}

export async function getConversions(ctx: Context, query: ConversionQuery & SourceQuery & { shop?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const days = resolveDays(ctx, query);
  const scope = await findScope(ctx, query);
  const filters = { ...(await toFilters(ctx, scope, { ...query, ...days })), shopId: query.shop };
  const [totals, items] = await Promise.all([getTotals(ctx, filters), queries.sumBySource(ctx.db, filters)]);
  return {
    ...days,
    windowDays: filters.windowDays,
    totals,
    items: items.map((item) => ({ ...item, revenue: decimalText(item.revenue) })),
  };
}

type SourcesQuery = ConversionQuery & { campaign?: readonly string[]; automation?: readonly string[] };

/** Unknown ids have no revenue. */
export async function listSourceRevenue(ctx: Context, query: SourcesQuery) {
  const { campaign = [], automation = [] } = query;
  const sourceIds = [...campaign, ...(await queries.listEmailSources(ctx.db, automation))];
  const filters = await toFilters(ctx, { sourceIds, variantId: null }, query);
  const items = sourceIds.length === 0 ? [] : await queries.sumBySource(ctx.db, filters);
  return { items: items.map((item) => ({ ...item, revenue: decimalText(item.revenue) })) };
}

export type ConversionPageQuery = ConversionQuery & Paging & { q?: string; engagement?: string };

export async function listConversions(ctx: Context, scope: StatScope, query: ConversionPageQuery) {
  const { page, pageSize, offset } = toPage(query);
  const filters = await toFilters(ctx, scope, query);
  const [totals, { total, rows }] = await Promise.all([
    getTotals(ctx, filters),
    queries.listConversions(ctx.db, {
      ...filters,
      q: query.q?.trim() ?? "",
      engagement: query.engagement,
      limit: pageSize,
      offset,
    }),
  ]);
  return { windowDays: filters.windowDays, totals, items: rows.map(presentConversion), total, page, pageSize };
}

const presentConversion = ({ at, clickedAt, total, node, ...row }: queries.ConversionRecord) => ({
  ...row,
  at: at.toISOString(),
  clickedAt: clickedAt.toISOString(),
  total: decimalText(total),
  ...(node === null ? {} : { node }),
});
