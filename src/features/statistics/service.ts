import type { Context } from "../../context.ts";
import { notFound } from "../../kernel/errors.ts";
import { iso } from "../../kernel/local-time.ts";
import { listTimeline } from "./activity/service.ts";
import {
  getConversionTotals,
  listConversions,
  type ConversionPageQuery,
  type ConversionQuery,
} from "./conversions/service.ts";
import { figuresBy, computeFigures, computeRate, type MetricCount } from "./metrics.ts";
import { toPeriod, type Period, type PeriodQuery } from "../../kernel/period.ts";
import { findProviders } from "../sending/providers/provider-lookup.ts";
import { nameMailboxProvider } from "./mailbox-providers.ts";
import * as queries from "./queries.ts";
import { getReportedCampaign, toScope } from "./scope.ts";

export type StatsQuery = PeriodQuery & { rows?: number };

const defaultRows = 50;

const toCampaignHead = ({ id, name, subject, status, language, startedAt, finishedAt }: queries.ReportedCampaign) => ({
  id,
  name,
  subject,
  status,
  language,
  startedAt: iso(startedAt),
  finishedAt: iso(finishedAt),
});

type States = readonly { readonly state: string; readonly n: number }[];
type Reasons = readonly { readonly reason: string; readonly n: number }[];

export const sumStates = (counts: States, states?: readonly string[]): number =>
  counts.reduce((sum, { state, n }) => (states === undefined || states.includes(state) ? sum + n : sum), 0);

/** Skipped messages of contacts that were deleted later are counted as `removed`. */
export function readTotals(
  counts: readonly MetricCount[],
  { states, reasons, unwritten }: { states: States; reasons: Reasons; unwritten: number },
) {
  const skipped = sumStates(states, ["skipped"]);
  const known = reasons.reduce((sum, { n }) => sum + n, 0);
  const named = Object.fromEntries(reasons.map(({ reason, n }) => [reason, n]));
  return {
    recipients: sumStates(states) + unwritten,
    waiting: sumStates(states, ["queued"]) + unwritten,
    skipped: {
      total: skipped,
      reasons: skipped > known ? { ...named, removed: (named["removed"] ?? 0) + skipped - known } : named,
    },
    failed: sumStates(states, ["failed"]),
    unknown: sumStates(states, ["unknown"]),
    ...computeFigures(counts),
  };
}

async function getTotals(ctx: Context, campaign: queries.ReportedCampaign, period: Period) {
  const scope = toScope(campaign);
  const [counts, states, isExpanding] = await Promise.all([
    queries.countTotals(ctx.db, scope, period),
    queries.countStates(ctx.db, scope),
    queries.isCampaignExpanding(ctx.db, scope),
  ]);
  const reasons = sumStates(states, ["skipped"]) > 0 ? await queries.countSkipReasons(ctx.db, scope) : [];
  const unwritten = isExpanding ? Math.max(0, (campaign.recipients ?? 0) - sumStates(states)) : 0;
  return readTotals(counts, { states, reasons, unwritten });
}

export async function getByRecipient(ctx: Context, scope: queries.StatScope, query: StatsQuery, period: Period) {
  const keys = await findProviders(ctx.db, await queries.listDomains(ctx.db, scope, period));
  const names = new Map([...keys].map(([domain, key]) => [domain, nameMailboxProvider(key)]));
  const [providers, domains] = await Promise.all([
    queries.countByProvider(ctx.db, scope, { period, providers: names }),
    queries.countByDomain(ctx.db, scope, { period, rows: query.rows ?? defaultRows }),
  ]);
  const others = domains.filter(({ key }) => key === null);
  return {
    byProvider: figuresBy(providers).map(({ key, figures }) => ({ provider: key, ...figures })),
    byDomain: figuresBy(domains.flatMap(({ key, ...count }) => (key === null ? [] : [{ ...count, key }]))).map(
      ({ key, figures }) => ({ domain: key, provider: names.get(key) ?? nameMailboxProvider(undefined), ...figures }),
    ),
    otherDomains: { domains: others[0]?.domains ?? 0, ...computeFigures(others) },
  };
}

export async function getByHour(ctx: Context, scope: queries.StatScope, period: Period) {
  const { timeZone } = ctx.company;
  const hours = await queries.countByHour(ctx.db, scope, { period, timeZone });
  return figuresBy(hours).map(({ key, figures }) => ({ hour: key, ...figures }));
}

async function readCampaignStats(ctx: Context, campaign: queries.ReportedCampaign, query: StatsQuery) {
  const { timeZone } = ctx.company;
  const period = toPeriod(query, timeZone);
  const scope = toScope(campaign);
  const [totals, byRecipient, byHour, links] = await Promise.all([
    getTotals(ctx, campaign, period),
    getByRecipient(ctx, scope, query, period),
    getByHour(ctx, scope, period),
    queries.listLinkStats(ctx.db, scope),
  ]);
  return {
    campaign: toCampaignHead(campaign),
    totals,
    ...byRecipient,
    byHour,
    byLink: withShares(links),
  };
}

export function withShares<Link extends { clicks: number }>(links: readonly Link[]) {
  const all = links.reduce((sum, { clicks }) => sum + clicks, 0);
  return links.map((link) => ({ ...link, share: computeRate(link.clicks, all) }));
}

export async function getCampaignStats(ctx: Context, id: string, query: StatsQuery) {
  return readCampaignStats(ctx, await getReportedCampaign(ctx, id), query);
}

export async function getCampaignBreakdown(ctx: Context, id: string, query: StatsQuery) {
  const campaign = await getReportedCampaign(ctx, id);
  const period = toPeriod(query, ctx.company.timeZone);
  const [totals, byRecipient] = await Promise.all([
    getTotals(ctx, campaign, period),
    getByRecipient(ctx, toScope(campaign), query, period),
  ]);
  return { totals, ...byRecipient };
}

export async function listCampaignConversions(ctx: Context, id: string, query: ConversionPageQuery) {
  return listConversions(ctx, toScope(await getReportedCampaign(ctx, id)), query);
}

export async function getCampaignReport(ctx: Context, id: string, query: StatsQuery & ConversionQuery) {
  const campaign = await getReportedCampaign(ctx, id);
  const [stats, { items }, { timeline }, conversions] = await Promise.all([
    readCampaignStats(ctx, campaign, query),
    readVariantStats(ctx, campaign, query),
    listTimeline(ctx, toScope(campaign), query),
    getConversionTotals(ctx, toScope(campaign), query),
  ]);
  return {
    generatedAt: ctx.clock.now().toISOString(),
    timeZone: ctx.company.timeZone,
    ...stats,
    conversions,
    variants: items,
    timeline,
  };
}

export async function listVariantStats(ctx: Context, id: string, query: StatsQuery) {
  const campaign = await getReportedCampaign(ctx, id);
  if (campaign.parentId !== null) throw notFound("campaign");
  return readVariantStats(ctx, campaign, query);
}

/** A variant has no variants; its report contains only itself. */
async function readVariantStats(ctx: Context, campaign: queries.ReportedCampaign, query: StatsQuery) {
  const period = toPeriod(query, ctx.company.timeZone);
  const scope = toScope(campaign);
  const [records, counts, states] = await Promise.all([
    queries.listWithVariants(ctx.db, campaign.id),
    queries.countByVariant(ctx.db, { ...scope, variantId: null }, period),
    queries.countStates(ctx.db, scope),
  ]);
  const skipped = sumStates(states, ["skipped"]) > 0 ? await queries.countSkipReasons(ctx.db, scope) : [];
  const items = records.map(({ id, language, name, subject, parentId }) => ({
    variantId: id,
    language: parentId === null ? null : language,
    name,
    subject,
    totals: readTotals(
      counts.filter(({ key }) => key === id),
      {
        states: states.filter(({ variantId }) => variantId === id),
        reasons: skipped.filter(({ variantId }) => variantId === id),
        unwritten: 0,
      },
    ),
  }));
  return { items };
}
