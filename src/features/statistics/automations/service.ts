import type { Context } from "../../../context.ts";
import type { FileBody } from "../../../kernel/file.ts";
import { listActivity, listTimeline, type ActivityQuery } from "../activity/service.ts";
import {
  getConversionTotals,
  listConversions,
  listNodeRevenue,
  type ConversionPageQuery,
  type ConversionQuery,
} from "../conversions/service.ts";
import { toPeriod, type Period } from "../../../kernel/period.ts";
import * as counts from "../queries.ts";
import { listRecipients, recipientsFile, type RecipientQuery } from "../recipients/service.ts";
import { getByHour, getByRecipient, sumStates, readTotals, withShares, type StatsQuery } from "../service.ts";
import { selectNodes, type NodeQuery, type Selection } from "./selection.ts";

async function getTotals(ctx: Context, { nodes, scope }: Selection, period: Period) {
  const [bySource, states] = await Promise.all([
    counts.countByVariant(ctx.db, scope, period),
    counts.countStates(ctx.db, scope),
  ]);
  const reasons = sumStates(states, ["skipped"]) > 0 ? await counts.countSkipReasons(ctx.db, scope) : [];
  const totalsFor = (sourceIds: readonly string[]) => {
    const own = new Set(sourceIds);
    return readTotals(
      bySource.filter(({ key }) => own.has(key)),
      {
        states: states.filter(({ variantId }) => own.has(variantId)),
        reasons: addReasons(reasons.filter(({ variantId }) => own.has(variantId))),
        unwritten: 0,
      },
    );
  };
  return {
    totals: totalsFor(scope.sourceIds),
    nodes: nodes.map(({ node, subject, sourceIds }) => ({ node, subject, totals: totalsFor(sourceIds) })),
  };
}

/** Sources of several runs skip for the same reasons. */
function addReasons(rows: readonly { reason: string; n: number }[]): { reason: string; n: number }[] {
  const sums = new Map<string, number>();
  for (const { reason, n } of rows) sums.set(reason, (sums.get(reason) ?? 0) + n);
  return [...sums].map(([reason, n]) => ({ reason, n }));
}

/** Clicks by node and target: a link keeps its statistics when the template is published again. */
export async function listLinks(ctx: Context, { nodes, scope }: Pick<Selection, "nodes" | "scope">) {
  const nodeBySourceId = new Map(nodes.flatMap(({ node, sourceIds }) => sourceIds.map((id) => [id, node])));
  const links = new Map<string, { node: string } & Omit<counts.LinkStatRecord, "variantId" | "language">>();
  for (const { variantId, language: _language, ...link } of await counts.listLinkStats(ctx.db, scope)) {
    const node = nodeBySourceId.get(variantId) ?? "";
    const key = `${node} ${link.url}`;
    const known = links.get(key);
    links.set(key, known === undefined ? { node, ...link } : { ...known, ...sumOfLinks(known, link) });
  }
  return withShares([...links.values()].toSorted((a, b) => b.clicks - a.clicks || a.number - b.number));
}

type LinkCounts = Pick<counts.LinkStatRecord, "clicks" | "unique" | "machineClicks" | "number">;

const sumOfLinks = (left: LinkCounts, right: LinkCounts): LinkCounts => ({
  number: Math.min(left.number, right.number),
  clicks: left.clicks + right.clicks,
  unique: left.unique + right.unique,
  machineClicks: left.machineClicks + right.machineClicks,
});

async function readStats(ctx: Context, selection: Selection, query: StatsQuery) {
  const { automation, scope } = selection;
  const period = toPeriod(query, ctx.company.timeZone);
  const [totals, byRecipient, byHour, byLink] = await Promise.all([
    getTotals(ctx, selection, period),
    getByRecipient(ctx, scope, query, period),
    getByHour(ctx, scope, period),
    listLinks(ctx, selection),
  ]);
  return { automation, ...totals, ...byRecipient, byHour, byLink };
}

export async function getAutomationStats(ctx: Context, id: string, query: StatsQuery & NodeQuery) {
  return readStats(ctx, await selectNodes(ctx, id, query), query);
}

export async function getAutomationReport(ctx: Context, id: string, query: StatsQuery & ConversionQuery & NodeQuery) {
  const selection = await selectNodes(ctx, id, query);
  const [stats, { timeline }, conversions, nodeConversions] = await Promise.all([
    readStats(ctx, selection, query),
    listTimeline(ctx, selection.scope, query),
    getConversionTotals(ctx, selection.scope, query),
    listNodeRevenue(ctx, selection.scope, query),
  ]);
  const { timeZone } = ctx.company;
  const generatedAt = ctx.clock.now().toISOString();
  return { generatedAt, timeZone, ...stats, conversions, nodeConversions, timeline };
}

export async function listAutomationConversions(ctx: Context, id: string, query: ConversionPageQuery & NodeQuery) {
  const { scope } = await selectNodes(ctx, id, query);
  return listConversions(ctx, scope, query);
}

export async function getAutomationActivity(ctx: Context, id: string, query: ActivityQuery & NodeQuery) {
  const { scope } = await selectNodes(ctx, id, query);
  return listActivity(ctx, scope, query);
}

export async function listAutomationRecipients(ctx: Context, id: string, query: RecipientQuery & NodeQuery) {
  const { scope } = await selectNodes(ctx, id, query);
  return listRecipients(ctx, scope, query);
}

export async function downloadAutomationRecipients(
  ctx: Context,
  id: string,
  query: RecipientQuery & NodeQuery,
): Promise<FileBody> {
  const { automation, scope } = await selectNodes(ctx, id, query);
  return recipientsFile(ctx, { id: automation.id, scope }, query);
}
