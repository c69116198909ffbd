import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { conflictOnTakenName } from "../../db/unique-names.ts";
import { notFound, validation } from "../../kernel/errors.ts";
import { iso } from "../../kernel/local-time.ts";
import { sanitizePage } from "../../kernel/sanitize-html.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { joinSearchText } from "../../kernel/text.ts";
import { parseContactSort } from "../contacts/sorting.sql.ts";
import { presentContactRow } from "../contacts/present.ts";
import { deleteAssignmentsOfObject } from "../labels/queries.ts";
import { setTags } from "../labels/tags.ts";
import { maxRules, type RuleGroup } from "./grammar.ts";
import { toSegmentNode } from "./graph.ts";
import * as members from "./members.queries.ts";
import { matchingCondition } from "./members.sql.ts";
import { membersCondition } from "./membership.ts";
import { parseDefinition, definitionError } from "./parse.ts";
import { requireShop } from "../contacts/shops.ts";
import * as queries from "./queries.ts";
import { rejectCycles, rejectUnknownReferences, loadCompileContext } from "./references.ts";
import type { SegmentPreviewInput, SegmentChange, SegmentInput } from "./shapes.ts";
import { requestSizes, countSizes } from "./sizes.ts";
import { refreshSnapshot } from "./snapshot.ts";
import { parseSegmentSort } from "./sorting.ts";
import { rejectIfNeeded } from "../../hooks/deletion.ts";
import { segmentHooks } from "./segment-hooks.ts";

const presentSegment = (row: queries.SegmentRecord) => ({
  ...row,
  computedAt: iso(row.computedAt),
  countedAt: iso(row.countedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

type PresentedSegment = ReturnType<typeof presentSegment>;

export async function listSegments(ctx: Context, query: queries.SegmentFilters & Paging & { sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const slice = { sorting: parseSegmentSort(query.sort), limit: pageSize, offset };
  const { total, rows } = await queries.listSegments(ctx.db, { ...query, timeZone: ctx.company.timeZone }, slice);
  await requestSizes(ctx, rows);
  return { items: rows.map(presentSegment), total, page, pageSize };
}

export async function getSegmentRecord(ctx: Context, id: string): Promise<queries.SegmentRecord> {
  const segment = await queries.findSegment(ctx.db, id);
  if (segment === undefined) throw notFound("segment");
  return segment;
}

/** A live segment is counted now. A static one has its members; its mailable number is counted in the background. */
export async function getSegment(ctx: Context, id: string) {
  const segment = await getSegmentRecord(ctx, id);
  if (segment.refresh === "daily") return presentSegment({ ...segment, ...(await countSizes(ctx, segment)) });
  await requestSizes(ctx, [segment]);
  return presentSegment(segment);
}

const sampleSize = 5;

export async function previewSegment(
  ctx: Context,
  { shopId, definition: input, sample }: Static<typeof SegmentPreviewInput>,
) {
  const definition = parseDefinition(input);
  await requireShop(ctx.db, shopId);
  await rejectUnknownReferences(ctx, definition, shopId);
  await rejectCycles(ctx, undefined, definition);
  const condition = matchingCondition(await loadCompileContext(ctx, definition, "own rules"), shopId, definition);
  const scope = { shopId, now: ctx.clock.now() };
  if (sample === undefined) return members.countPreview(ctx.db, condition, scope);
  const counts = await members.countPreviewByState(ctx.db, condition, scope);
  const rows = await members.listSample(ctx.db, condition, {
    after: sample.after ?? "0",
    limit: sampleSize,
    now: scope.now,
  });
  return { ...counts, sample: rows.map(presentContactRow) };
}

/** A saved segment has at least one rule: all contacts of a shop are not a segment. */
function parseSavedDefinition(input: unknown): RuleGroup {
  const definition = parseDefinition(input);
  if (definition.rules.length === 0) throw definitionError([], "rules", { type: "array", min: 1, max: maxRules });
  return definition;
}

const definitionWrite = (definition: RuleGroup) => ({
  definition: JSON.stringify(definition),
  ruleCount: toSegmentNode(definition).rules,
});

export async function createSegment(ctx: Context, input: Static<typeof SegmentInput>) {
  const definition = parseSavedDefinition(input.definition);
  const { shopId, refresh, tags = [], signatureHtml = "" } = input;
  const [name, publicName] = [input.name.trim(), (input.publicName ?? "").trim()];
  await requireShop(ctx.db, shopId);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const at = inner.clock.now();
      await lockReferencedDefinitions(inner, definition);
      await checkDefinition(inner, { id: undefined, shopId }, definition);
      const id = await queries.insertSegment(inner.db, {
        name,
        publicName,
        shopId,
        refresh,
        ...definitionWrite(definition),
        signatureHtml: sanitizePage(signatureHtml),
        search: joinSearchText(name, publicName),
        createdAt: at,
        updatedAt: at,
      });
      inner.db.created(id);
      await queries.replaceReferences(inner.db, id, toSegmentNode(definition).targets);
      await setTags(inner, "segment", id, tags);
      return savedAnswer(201, await refreshSaved(inner, id));
    }),
  );
}

/** Always before the lock of a segment. */
async function lockReferencedDefinitions(ctx: Context, definition: RuleGroup): Promise<void> {
  if (toSegmentNode(definition).targets.length > 0) await queries.lockDefinitions(ctx.db);
}

async function checkDefinition(
  ctx: Context,
  segment: { id: string | undefined; shopId: string },
  definition: RuleGroup,
) {
  await rejectUnknownReferences(ctx, definition, segment.shopId);
  await rejectCycles(ctx, segment.id, definition);
}

export async function updateSegment(ctx: Context, id: string, input: Static<typeof SegmentChange>) {
  const definition = input.definition === undefined ? undefined : parseSavedDefinition(input.definition);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      if (definition !== undefined) await lockReferencedDefinitions(inner, definition);
      const before = await queries.lockSegment(inner.db, id);
      if (before === undefined) throw notFound("segment");
      if (input.shopId !== undefined && input.shopId !== before.shopId)
        throw validation("shop", { allowed: [before.shopId], path: "shopId" });
      const name = input.name?.trim() ?? before.name;
      const publicName = input.publicName?.trim() ?? before.publicName;
      if (definition !== undefined) {
        await checkDefinition(inner, before, definition);
        await queries.replaceReferences(inner.db, id, toSegmentNode(definition).targets);
      }
      await queries.updateSegment(inner.db, id, {
        name,
        publicName,
        search: joinSearchText(name, publicName),
        refresh: input.refresh ?? before.refresh,
        signatureHtml: input.signatureHtml === undefined ? before.signatureHtml : sanitizePage(input.signatureHtml),
        ...(definition === undefined ? {} : definitionWrite(definition)),
        // A snapshot that belonged to a live segment must not be used.
        ...(before.refresh === "daily" ? { computedAt: null } : {}),
        updatedAt: inner.clock.now(),
      });
      if (input.tags !== undefined) await setTags(inner, "segment", id, input.tags);
      return savedAnswer(200, await refreshSaved(inner, id));
    }),
  );
}

/** The end of every save: a static segment gets its snapshot, and sizes are counted. */
async function refreshSaved(ctx: Context, id: string) {
  const segment = await getSegmentRecord(ctx, id);
  if (segment.refresh === "static") await refreshSnapshot(ctx, segment);
  else await recountLive(ctx, segment);
  return presentSegment(await getSegmentRecord(ctx, id));
}

/** Accepted while the snapshot of a static segment is taken in the background. */
function savedAnswer<Status extends number>(status: Status, segment: PresentedSegment) {
  const isPending = segment.refresh === "static" && segment.jobId !== null;
  return { status: isPending ? (202 as const) : status, body: segment };
}

/** Invalidates a running snapshot of a segment that was static before. */
async function recountLive(ctx: Context, segment: queries.SegmentRecord): Promise<void> {
  if (segment.jobId !== null) await queries.requestSnapshot(ctx.db, segment.id, segment.jobId);
  await countSizes(ctx, segment);
}

export async function recomputeSegment(ctx: Context, id: string) {
  return inTransaction(ctx, async (inner) => {
    if ((await queries.lockSegment(inner.db, id)) === undefined) throw notFound("segment");
    return savedAnswer(200, await refreshSaved(inner, id));
  });
}

export async function deleteSegment(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const { db } = inner;
    await queries.lockDefinitions(db);
    if ((await queries.lockSegment(db, id)) === undefined) throw notFound("segment");
    const own = [...(await queries.listReferrers(db, id)), ...(await queries.listRunningActionsOn(db, id))];
    await rejectIfNeeded(inner, segmentHooks, { target: id, own });
    await deleteAssignmentsOfObject(db, "segment", id);
    await queries.deleteSegment(db, id);
  });
}

export async function listSegmentMembers(
  ctx: Context,
  id: string,
  query: members.SegmentMemberFilters & Paging & { sort?: string },
) {
  const { page, pageSize, offset } = toPage(query);
  const sorting = parseContactSort(query.sort);
  const condition = await membersCondition(ctx, await getSegmentRecord(ctx, id));
  const { total, rows } = await members.listMemberRecords(ctx.db, condition, {
    ...query,
    sorting,
    limit: pageSize,
    offset,
    now: ctx.clock.now(),
  });
  return { items: rows.map(presentContactRow), total, page, pageSize };
}
