import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { shareReads } from "../../db/batcher.ts";
import type { TenantDb } from "../../db/tenant.ts";
import { copyName, conflictOnTakenName, retryWithFreeName } from "../../db/unique-names.ts";
import { requestAction } from "../../jobs/actions.ts";
import { existing } from "../../kernel/accepts.ts";
import { conflict, notFound, rejectIfReferred, validation } from "../../kernel/errors.ts";
import { sanitizePage } from "../../kernel/sanitize-html.ts";
import { toPage, type Paging } from "../../kernel/schema.ts";
import { countDeletableMembers } from "../contacts/deletion.queries.ts";
import { lockListsForShare } from "../contacts/memberships/queries.ts";
import { lockAllAddresses } from "../contacts/queries.ts";
import { setTags } from "../labels/tags.ts";
import { copyMembersInline, isKeptBy, runListDeletion, runListCopy, runListMerge } from "./jobs.ts";
import { presentList, presentListRow } from "./present.ts";
import { requireShop } from "../contacts/shops.ts";
import * as queries from "./queries.ts";
import { listRunningMergesDeleting, listRunningTransfers } from "./transfer.queries.ts";
import type { DeleteMode, ListChange, ListInput, MergeListsInput } from "./shapes.ts";
import { actionsOnLists, afterListsDeleted, listHooks } from "./list-hooks.ts";
import { rejectIfNeeded } from "../../hooks/deletion.ts";

export async function listLists(ctx: Context, query: queries.ListFilters & Paging & { sort?: string }) {
  await requireShop(ctx.db, query.shop, "shop");
  const { page, pageSize, offset } = toPage(query);
  const request = { ...query, limit: pageSize, offset };
  const { total, items } = isFirstPage(query, offset)
    ? await firstPages.load(ctx.db, pageSize)
    : await findListPage(ctx.db, request, ctx.company.timeZone);
  return { items, total, page, pageSize };
}

async function findListPage(db: TenantDb, request: queries.ListPageRequest, timeZone: string) {
  const { total, rows } = await queries.listLists(db, request, timeZone);
  return { total, items: rows.map(presentListRow) };
}

const isFirstPage = (query: object, offset: number): boolean =>
  offset === 0 && Object.keys(query).every((name) => name === "page" || name === "pageSize");

/** The page that every visit of the overview asks for. */
const firstPages = shareReads((db: TenantDb, limit: number) => findListPage(db, { limit, offset: 0 }, "UTC"));

export async function getList(ctx: Context, id: string) {
  return presentList(await getListRecord(ctx, id));
}

export async function getListRecord(ctx: Context, id: string): Promise<queries.ListRecord> {
  const found = await queries.findList(ctx.db, id);
  if (found === undefined) throw notFound("list");
  return found;
}

/** A list whose members can be changed by hand. */
export async function getOpenList(ctx: Context, id: string): Promise<queries.ListRecord> {
  const found = await getListRecord(ctx, id);
  if (found.systemKind !== null) throw conflict("locked");
  return found;
}

type Input = Static<typeof ListInput>;
type Change = Static<typeof ListChange>;

/** The list columns of a request; a null text is stored as an empty one. */
function toListWrite(change: Change): Partial<queries.ListWrite> {
  const { tags: _tags, name, ...rest } = change;
  const signatureHtml = typeof change.signatureHtml === "string" ? sanitizePage(change.signatureHtml) : undefined;
  const texts = {
    publicName: change.publicName,
    note: change.note,
    signatureHtml: signatureHtml ?? change.signatureHtml,
  };
  return Object.fromEntries(
    Object.entries({
      ...pickPlainFields(rest),
      ...(name === undefined ? {} : { name: name.trim() }),
      ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text === null ? "" : text?.trim()])),
    }).filter(([, value]) => value !== undefined),
  );
}

const pickPlainFields = (change: Change) => ({
  shopId: change.shopId,
  notifyOnAdd: change.notifyOnAdd,
  notifyOnUnsubscribe: change.notifyOnUnsubscribe,
  senderEmail: change.senderEmail,
  senderName: change.senderName,
  replyTo: change.replyTo,
});

export async function createList(ctx: Context, input: Input) {
  return conflictOnTakenName(
    insertListWithTags(ctx, { ...queries.emptyListFields, name: "", ...toListWrite(input) }, input.tags ?? []),
  );
}

/** For other features, which handle a taken name themselves. */
export const createPlainList = (ctx: Context, list: { name: string; shopId: string | null }) =>
  insertListWithTags(ctx, { ...queries.emptyListFields, ...list }, []);

async function insertListWithTags(ctx: Context, write: queries.ListWrite, tags: readonly string[]) {
  return inTransaction(ctx, async (inner) => {
    await requireShop(inner.db, write.shopId);
    const id = await queries.insertList(inner.db, { ...write, createdAt: inner.clock.now() });
    inner.db.created(id);
    await setTags(inner, "list", id, tags);
    return getList(inner, id);
  });
}

export async function updateList(ctx: Context, id: string, change: Change) {
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockList(inner.db, id);
      const present = await getListRecord(inner, id);
      const write = toListWrite(change);
      if (present.systemKind !== null && (write.name !== undefined || write.shopId !== undefined)) {
        throw conflict("locked");
      }
      await requireShop(inner.db, write.shopId);
      await queries.updateList(inner.db, id, { ...write, updatedAt: inner.clock.now() });
      if (change.tags !== undefined) await setTags(inner, "list", id, change.tags);
      return getList(inner, id);
    }),
  );
}

/** A list alone is deleted at once; with its contacts it is hidden at once and emptied in the background. */
export async function deleteList(ctx: Context, id: string, mode: DeleteMode = "list") {
  return inTransaction(ctx, async (inner) => {
    if (mode === "list") await lockAllAddresses(inner.db);
    await queries.lockListsForUpdate(inner.db, [id]);
    const { name } = await getOpenList(inner, id);
    await rejectIfNeeded(inner, listHooks, { target: [id] });
    await rejectIfInTransfer(inner, [id]);
    if (mode === "list") {
      await queries.deleteList(inner.db, id);
      await afterListsDeleted(inner, [id]);
      return { status: 204 as const, body: undefined };
    }
    await queries.markListsDeleted(inner.db, [id], inner.clock.now());
    await afterListsDeleted(inner, [id]);
    const jobId = await requestAction(inner, runListDeletion, { listId: id, name, mode });
    return { status: 202 as const, body: { jobId } };
  });
}

/** What a deletion would do now. */
export async function previewDeletion(ctx: Context, id: string, mode: DeleteMode = "list") {
  const { counts } = await getList(ctx, id);
  const members = counts.total;
  if (mode === "list") return { members, contactsDeleted: 0, contactsKept: members };
  const list = { listId: id, at: ctx.clock.now() };
  const contactsDeleted = await countDeletableMembers(ctx.db, list, await isKeptBy(ctx, id, mode));
  return { members, contactsDeleted, contactsKept: Math.max(0, members - contactsDeleted) };
}

/** A list that a running copy, merge, import or segment conversion uses cannot be deleted. */
async function rejectIfInTransfer(ctx: Context, listIds: readonly string[]): Promise<void> {
  rejectIfReferred(await listRunningTransfers(ctx.db, listIds, actionsOnLists(ctx, ctx.db.tenantId, listIds)));
}

/** A list that a running merge will delete cannot be a source of another one. */
async function rejectIfMergeDeletes(ctx: Context, listIds: readonly string[]): Promise<void> {
  rejectIfReferred(await listRunningMergesDeleting(ctx.db, listIds));
}

/** Creates the new list at once; its members follow in the background. */
export async function mergeLists(ctx: Context, { listIds, name, deleteSources }: Static<typeof MergeListsInput>) {
  const sourceIds = [...new Set(listIds)];
  if (sourceIds.length < 2) throw validation("listIds", { type: "array", min: 2, unique: true });
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      const sources = await Promise.all(sourceIds.map((id) => queries.findList(inner.db, id)));
      const unknown = sources.indexOf(undefined);
      if (unknown >= 0) throw validation(`listIds.${listIds.indexOf(sourceIds[unknown] ?? "")}`, existing("list"));
      const known = sources.filter((source) => source !== undefined);
      if (deleteSources && known.some(({ systemKind }) => systemKind !== null)) throw conflict("locked");
      const shops = new Set(known.map(({ shopId }) => shopId));
      const [shopId = null] = shops.size === 1 ? shops : [];
      const created = await insertListWithTags(inner, { ...queries.emptyListFields, name: name.trim(), shopId }, []);
      await lockSources(inner, sourceIds, deleteSources);
      const jobId = await requestAction(inner, runListMerge, {
        listId: created.id,
        name: created.name,
        sourceIds,
        deleteSources,
      });
      return { list: created, jobId };
    }),
    "name_taken",
  );
}

/** Locks the sources until the merge is queued, which protects them from then on. */
async function lockSources(ctx: Context, sourceIds: readonly string[], areDeleted: boolean): Promise<void> {
  if (areDeleted) await queries.lockListsForUpdate(ctx.db, sourceIds);
  const there = new Set((await lockListsForShare(ctx.db, sourceIds)).map(({ id }) => id));
  const gone = sourceIds.findIndex((id) => !there.has(id));
  if (gone >= 0) throw validation(`listIds.${gone}`, existing("list"));
  await rejectIfMergeDeletes(ctx, sourceIds);
  if (!areDeleted) return;
  await rejectIfNeeded(ctx, listHooks, { target: sourceIds });
  await rejectIfInTransfer(ctx, sourceIds);
}

/** Members of a list up to this size are copied within the request. */
const maxMembersCopiedInline = 5000;

export async function copyList(ctx: Context, id: string, input: { name?: string }) {
  return retryWithFreeName(input.name, () =>
    inTransaction(ctx, async (inner) => {
      const source = await getListRecord(inner, id);
      const name = await copyName(inner, queries.listNames, source.name, input.name);
      const { publicName, shopId, note, notifyOnAdd, notifyOnUnsubscribe, signatureHtml, senderEmail } = source;
      const write = { publicName, shopId, note, notifyOnAdd, notifyOnUnsubscribe, signatureHtml, senderEmail };
      const { senderName, replyTo, tags } = source;
      const created = await insertListWithTags(inner, { ...write, senderName, replyTo, name }, tags);
      const params = { listId: created.id, name, sourceIds: [id], deleteSources: false };
      if (source.total > inner.volume(maxMembersCopiedInline)) {
        if ((await lockListsForShare(inner.db, [id])).length === 0) throw notFound("list");
        await rejectIfMergeDeletes(inner, [id]);
        return { status: 202 as const, body: { ...created, jobId: await requestAction(inner, runListCopy, params) } };
      }
      await copyMembersInline(inner, params);
      return { status: 201 as const, body: { ...(await getList(inner, created.id)), jobId: null } };
    }),
  );
}
