import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { refuseTakenName } from "../../db/names.ts";
import { conflict, notFound, validation } from "../../kernel/errors.ts";
import { pageOf, type Paging } from "../../kernel/schema.ts";
import { searchable } from "../../kernel/text.ts";
import { sortingOf } from "../contacts/filters.ts";
import { presentRow } from "../contacts/present.ts";
import { deleteAssignmentsOf } from "../labels/queries.ts";
import { setTags } from "../labels/tags.ts";
import type { Group } from "./grammar.ts";
import { nodeOf } from "./graph.ts";
import * as members from "./members.ts";
import { membersOf } from "./membership.ts";
import { parseDefinition, refusal } from "./parse.ts";
import { requireShop } from "../contacts/shops.ts";
import * as queries from "./queries.ts";
import { refuseEntangled, refuseUnknown, worldOf } from "./references.ts";
import type { PreviewInput, SegmentChange, SegmentInput } from "./shapes.ts";
import { askForSizes, countSizes } from "./sizes.ts";
import { renewSnapshot } from "./snapshot.ts";
import { segmentSorting } from "./sorting.ts";

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

const present = (row: queries.SegmentRecord) => ({
  ...row,
  computedAt: iso(row.computedAt),
  countedAt: iso(row.countedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: iso(row.updatedAt),
});

export async function list(ctx: Context, query: queries.SegmentFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const slice = { sorting: segmentSorting(query.sort), limit: pageSize, offset };
  const { total, rows } = await queries.listSegments(ctx.db, { ...query, timeZone: ctx.company.timeZone }, slice);
  await askForSizes(ctx, rows);
  return { items: rows.map(present), total, page, pageSize };
}

export async function getRecord(ctx: Context, id: string): Promise<queries.SegmentRecord> {
  const segment = await queries.findSegment(ctx.db, id);
  if (segment === undefined) throw notFound("segment");
  return segment;
}

/** A live segment is what it is now. The members of a static one are known; how many may be mailed is counted behind. */
export async function get(ctx: Context, id: string) {
  const segment = await getRecord(ctx, id);
  if (segment.refresh === "daily") return present({ ...segment, ...(await countSizes(ctx, segment)) });
  await askForSizes(ctx, [segment]);
  return present(segment);
}

export async function preview(ctx: Context, { shopId, definition: input }: Static<typeof PreviewInput>) {
  const definition = parseDefinition(input);
  await requireShop(ctx.db, shopId);
  await refuseUnknown(ctx, definition, shopId);
  await refuseEntangled(ctx, undefined, definition);
  const who = members.matching(await worldOf(ctx, definition, "own rules"), shopId, definition);
  return members.countPreview(ctx.db, who, shopId);
}

/** What is saved has a rule at least: everybody of a shop is not a segment. */
function savedDefinition(input: unknown): Group {
  const definition = parseDefinition(input);
  if (definition.rules.length === 0) throw refusal([], "rules");
  return definition;
}

const definitionWrite = (definition: Group) => ({
  definition: JSON.stringify(definition),
  ruleCount: nodeOf(definition).rules,
});

export async function create(ctx: Context, input: Static<typeof SegmentInput>) {
  const definition = savedDefinition(input.definition);
  const { shopId, refresh, tags = [], signatureHtml = "" } = input;
  const [name, publicName] = [input.name.trim(), (input.publicName ?? "").trim()];
  await requireShop(ctx.db, shopId);
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await lockNames(inner, definition);
      await checkDefinition(inner, { id: undefined, shopId }, definition);
      const id = await queries.insertSegment(inner.db, {
        name,
        publicName,
        shopId,
        refresh,
        ...definitionWrite(definition),
        signatureHtml,
        search: searchable(name, publicName),
        createdAt: inner.clock.now(),
      });
      await queries.replaceReferences(inner.db, id, nodeOf(definition).targets);
      await setTags(inner, "segment", id, tags);
      return save(inner, id);
    }),
  );
}

/** Always before the lock of a segment. */
async function lockNames(ctx: Context, definition: Group): Promise<void> {
  if (nodeOf(definition).targets.length > 0) await queries.lockDefinitions(ctx.db);
}

async function checkDefinition(ctx: Context, segment: { id: string | undefined; shopId: string }, definition: Group) {
  await refuseUnknown(ctx, definition, segment.shopId);
  await refuseEntangled(ctx, segment.id, definition);
}

export async function update(ctx: Context, id: string, input: Static<typeof SegmentChange>) {
  const definition = input.definition === undefined ? undefined : savedDefinition(input.definition);
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      if (definition !== undefined) await lockNames(inner, definition);
      const before = await queries.lockSegment(inner.db, id);
      if (before === undefined) throw notFound("segment");
      if (input.shopId !== undefined && input.shopId !== before.shopId) throw validation("shop");
      const name = input.name?.trim() ?? before.name;
      const publicName = input.publicName?.trim() ?? before.publicName;
      if (definition !== undefined) {
        await checkDefinition(inner, before, definition);
        await queries.replaceReferences(inner.db, id, nodeOf(definition).targets);
      }
      await queries.updateSegment(inner.db, id, {
        name,
        publicName,
        search: searchable(name, publicName),
        refresh: input.refresh ?? before.refresh,
        signatureHtml: input.signatureHtml ?? before.signatureHtml,
        ...(definition === undefined ? {} : definitionWrite(definition)),
        // Of what was live nothing is kept that could be its snapshot.
        ...(before.refresh === "daily" ? { computedAt: null } : {}),
        updatedAt: inner.clock.now(),
      });
      if (input.tags !== undefined) await setTags(inner, "segment", id, input.tags);
      return save(inner, id);
    }),
  );
}

/** The end of every save: a static segment gets its snapshot, both get their sizes. */
async function save(ctx: Context, id: string) {
  const segment = await getRecord(ctx, id);
  if (segment.refresh === "static") await renewSnapshot(ctx, segment);
  else await countLive(ctx, segment);
  return present(await getRecord(ctx, id));
}

/** Work that takes a snapshot of what was static until now learns of it. */
async function countLive(ctx: Context, segment: queries.SegmentRecord): Promise<void> {
  if (segment.jobId !== null) await queries.askForSnapshot(ctx.db, segment.id, segment.jobId);
  await countSizes(ctx, segment);
}

export async function recompute(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    if ((await queries.lockSegment(inner.db, id)) === undefined) throw notFound("segment");
    return save(inner, id);
  });
}

export async function remove(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async ({ db }) => {
    await queries.lockDefinitions(db);
    if ((await queries.lockSegment(db, id)) === undefined) throw notFound("segment");
    const segmentIds = await queries.listReferrers(db, id);
    if (segmentIds.length > 0) throw conflict("segment", { segmentIds });
    const campaignIds = await queries.listCampaignsNaming(db, id);
    if (campaignIds.length > 0) throw conflict("campaign", { campaignIds });
    const jobIds = await queries.listWorkOn(db, id);
    if (jobIds.length > 0) throw conflict("used", { jobIds });
    await deleteAssignmentsOf(db, "segment", id);
    await queries.deleteSegment(db, id);
  });
}

export async function listMembers(ctx: Context, id: string, query: members.MemberFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const sorting = sortingOf(query.sort);
  const who = await membersOf(ctx, await getRecord(ctx, id));
  const { total, rows } = await members.listMembers(ctx.db, who, { ...query, sorting, limit: pageSize, offset });
  return { items: rows.map(presentRow), total, page, pageSize };
}
