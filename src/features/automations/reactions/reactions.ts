import type { Context } from "../../../context.ts";
import { listCampaignsUnderway, type CampaignUnderway } from "../../campaigns/underway.queries.ts";
import { listShopListIds } from "../../lists/shop-lists/queries.ts";
import { parseDefinition } from "../../segments/parse.ts";
import { dataReadBy, dataReadBySegments, type Datum } from "../../segments/rule-data.ts";
import { customFieldIdOf } from "../graph/config-field.ts";
import type { GraphNode } from "../graph/graph.ts";
import { findListNotices } from "./list-notices.ts";
import { listActiveGraphs, listOccupiedAutomations, type ActiveGraph } from "./reactions.queries.ts";
import type { ContactChange, Reaction } from "./reaction.ts";
import { effectsOfGraph } from "./step-effects.ts";

/**
 * What would send because of the change without any further decision. In doubt it would: whether the re-entry rule, the
 * gate or a condition stops the e-mail in the end is not asked. A company whose sending is switched off counts as well,
 * because its automations make up for it later.
 */
export async function findReactions(ctx: Context, change: ContactChange): Promise<Reaction[]> {
  const automations = await listActiveGraphs(ctx.db);
  const campaigns = await listCampaignsUnderway(ctx.db);
  const notices = await findListNotices(ctx, change);
  if (automations.length + campaigns.length === 0) return notices;
  const touched = await touchedBy(ctx, change);
  return [
    ...notices,
    ...(await findAutomations(ctx, { automations, change, touched })),
    ...(await findCampaigns(ctx, { campaigns, change, touched })),
  ];
}

type Touched = "all" | ReadonlySet<Datum>;

/** The lists of shops follow the status of their contacts. */
async function touchedBy({ db }: Context, { data = [] }: ContactChange): Promise<Touched> {
  if (data === "all") return data;
  if (!data.includes("field:status")) return new Set(data);
  const shopLists = (await listShopListIds(db)).map((id): Datum => `list:${id}`);
  return new Set([...data, ...shopLists]);
}

const touchesAny = (touched: Touched, read: Iterable<Datum>): boolean =>
  [...read].some((datum) => touched === "all" || touched.has(datum));

const isEmpty = (touched: Touched): boolean => touched !== "all" && touched.size === 0;

type Looked<Things> = Things & { readonly change: ContactChange; readonly touched: Touched };

async function findAutomations(
  ctx: Context,
  { automations, change, touched }: Looked<{ readonly automations: readonly ActiveGraph[] }>,
): Promise<Reaction[]> {
  const effective = automations.filter(({ graph }) => effectsOfGraph(graph).length > 0);
  const ids = effective.map(({ id }) => id);
  const isInsideAsked = change.opensGate === true || !isEmpty(touched);
  const occupied = new Set(isInsideAsked ? await listOccupiedAutomations(ctx.db, ids, change.contactIds) : []);
  const found: Reaction[] = [];
  for (const automation of effective) {
    const moves =
      occupied.has(automation.id) && (change.opensGate === true || (await decides(ctx, automation, touched)));
    if (moves || (await starts(ctx, automation, { change, touched }))) {
      const { id, name, graph } = automation;
      found.push({ by: "automation", id, name, effects: effectsOfGraph(graph) });
    }
  }
  return found;
}

/** Whether a condition, by which contacts inside go on, reads what changes. */
async function decides(ctx: Context, { graph }: ActiveGraph, touched: Touched): Promise<boolean> {
  if (isEmpty(touched)) return false;
  for (const { type, config } of graph.nodes) {
    if (type !== "condition") continue;
    if (touchesAny(touched, await dataReadBy(ctx, parseDefinition(config["definition"])))) return true;
  }
  return false;
}

async function starts(
  ctx: Context,
  { graph, shopId }: ActiveGraph,
  { change, touched }: { readonly change: ContactChange; readonly touched: Touched },
): Promise<boolean> {
  for (const node of graph.nodes) {
    const isSignalled = (change.signals ?? []).some(
      (signal) =>
        signal.trigger === node.type &&
        (signal.shopId === undefined || signal.shopId === shopId) &&
        signal.matches(node.config),
    );
    if (isSignalled || touchesAny(touched, await dataOfTrigger(ctx, node))) return true;
  }
  return false;
}

/** What decides who enters by a trigger that looks at contacts rather than at events. */
async function dataOfTrigger(ctx: Context, { type, config }: GraphNode): Promise<Iterable<Datum>> {
  if (type === "segment_entered") return dataReadBySegments(ctx, [String(config["segmentId"])]);
  if (type !== "date") return [];
  const field = String(config["field"]);
  const customFieldId = customFieldIdOf(field);
  return [customFieldId === undefined ? `field:${field}` : `custom_field:${customFieldId}`];
}

async function findCampaigns(
  ctx: Context,
  { campaigns, change, touched }: Looked<{ readonly campaigns: readonly CampaignUnderway[] }>,
): Promise<Reaction[]> {
  const found: Reaction[] = [];
  for (const campaign of campaigns) {
    if (change.opensGate !== true && !(campaign.isOpen && (await reaches(ctx, campaign, { change, touched }))))
      continue;
    found.push({ by: "campaign", id: campaign.id, name: campaign.name, effects: ["sends"] });
  }
  return found;
}

/** Whether a contact may come to the audience before its recipients are written. */
async function reaches(
  ctx: Context,
  { audience }: CampaignUnderway,
  { change, touched }: { readonly change: ContactChange; readonly touched: Touched },
): Promise<boolean> {
  const { listIds = [], excludeListIds = [], segmentIds = [], excludeSegmentIds = [], purposeId = null } = audience;
  if ((change.joinedListIds ?? []).some((id) => listIds.includes(id))) return true;
  const segments = [...segmentIds, ...excludeSegmentIds];
  // A new contact is in no other list than those that it joins and those of its shop.
  const lists = touched === "all" ? await listShopListIds(ctx.db) : [...listIds, ...excludeListIds];
  const read = lists
    .filter((id) => listIds.includes(id) || excludeListIds.includes(id))
    .map((id): Datum => `list:${id}`);
  if (touchesAny(touched, read) || touchesAny(touched, await dataReadBySegments(ctx, segments))) return true;
  return touched !== "all" && purposeId !== null && touched.has("consents");
}
