import type { Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { part } from "../../db/statement.ts";
import { copyName, refuseTakenName, withFreeName } from "../../db/names.ts";
import { requestAction } from "../../jobs/actions.ts";
import { conflict, notFound, validation } from "../../kernel/errors.ts";
import { pageOf, type Paging } from "../../kernel/schema.ts";
import { listTargets } from "../contacts/memberships/queries.ts";
import { lockAllAddresses } from "../contacts/queries.ts";
import { setTags } from "../labels/tags.ts";
import { copyAtOnce, listCopy, listDeletionAsking, listMerge } from "./jobs.ts";
import { presentList, presentRow } from "./present.ts";
import { requireShop } from "../contacts/shops.ts";
import * as queries from "./queries.ts";
import { listMergesDeleting, listTransfersOf } from "./transfer.ts";
import type { DeleteMode, ListChange, ListInput, MergeInput } from "./shapes.ts";

export async function list(ctx: Context, query: queries.ListFilters & Paging & { sort?: string }) {
  const { page, pageSize, offset } = pageOf(query);
  const request = { ...query, limit: pageSize, offset };
  const { total, rows } = await queries.listLists(ctx.db, request, ctx.company.timeZone);
  return { items: rows.map(presentRow), total, page, pageSize };
}

export async function get(ctx: Context, id: string) {
  return presentList(await getRecord(ctx, id));
}

export async function getRecord(ctx: Context, id: string): Promise<queries.ListRecord> {
  const found = await queries.findList(ctx.db, id);
  if (found === undefined) throw notFound("list");
  return found;
}

/** A list whose members people may change. */
export async function getOpenList(ctx: Context, id: string): Promise<queries.ListRecord> {
  const found = await getRecord(ctx, id);
  if (found.systemKind !== null) throw conflict("locked");
  return found;
}

type Input = Static<typeof ListInput>;
type Change = Static<typeof ListChange>;

/** What a request says of the list itself; an absent text is an empty one. */
function writeOf(change: Change): Partial<queries.ListWrite> {
  const { tags: _tags, name, ...rest } = change;
  const texts = { publicName: change.publicName, note: change.note, signatureHtml: change.signatureHtml };
  return Object.fromEntries(
    Object.entries({
      ...pickKnown(rest),
      ...(name === undefined ? {} : { name: name.trim() }),
      ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text === null ? "" : text?.trim()])),
    }).filter(([, value]) => value !== undefined),
  );
}

const pickKnown = (change: Change) => ({
  shopId: change.shopId,
  notifyOnAdd: change.notifyOnAdd,
  notifyOnUnsubscribe: change.notifyOnUnsubscribe,
  senderEmail: change.senderEmail,
  senderName: change.senderName,
  replyTo: change.replyTo,
});

export async function create(ctx: Context, input: Input) {
  return refuseTakenName(insert(ctx, { ...queries.plainList, name: "", ...writeOf(input) }, input.tags ?? []));
}

/** For features that make a list of what they found; a name that is taken is theirs to refuse. */
export const createNamed = (ctx: Context, list: { name: string; shopId: string | null }) =>
  insert(ctx, { ...queries.plainList, ...list }, []);

async function insert(ctx: Context, write: queries.ListWrite, tags: readonly string[]) {
  return inTransaction(ctx, async (inner) => {
    await requireShop(inner.db, write.shopId);
    const id = await queries.insertList(inner.db, { ...write, createdAt: inner.clock.now() });
    await setTags(inner, "list", id, tags);
    return get(inner, id);
  });
}

export async function update(ctx: Context, id: string, change: Change) {
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await queries.lockList(inner.db, id);
      const present = await getRecord(inner, id);
      const write = writeOf(change);
      if (present.systemKind !== null && (write.name !== undefined || write.shopId !== undefined)) {
        throw conflict("locked");
      }
      await requireShop(inner.db, write.shopId);
      await queries.updateList(inner.db, id, { ...write, updatedAt: inner.clock.now() });
      if (change.tags !== undefined) await setTags(inner, "list", id, change.tags);
      return get(inner, id);
    }),
  );
}

/** Only asked for here: who does it also knows the segments. */
const deletion = listDeletionAsking(async () => part`false`);

/** A list alone goes at once; with its contacts it is hidden at once and emptied in the background. */
export async function remove(ctx: Context, id: string, mode: DeleteMode = "list") {
  return inTransaction(ctx, async (inner) => {
    if (mode === "list") await lockAllAddresses(inner.db);
    await queries.lockLists(inner.db, [id]);
    const { name } = await getOpenList(inner, id);
    await refuseMailed(inner, [id]);
    await refuseUnfinished(inner, [id]);
    if (mode === "list") {
      await queries.deleteList(inner.db, id);
      return { status: 204 as const, body: undefined };
    }
    await queries.markListsDeleted(inner.db, [id], inner.clock.now());
    const jobId = await requestAction(inner, deletion, { listId: id, name, mode });
    return { status: 202 as const, body: { jobId } };
  });
}

/** What an approved campaign still asks stays until it is over. */
async function refuseMailed(ctx: Context, listIds: readonly string[]): Promise<void> {
  const campaignIds = await queries.listCampaignsNaming(ctx.db, listIds);
  if (campaignIds.length > 0) throw conflict("used", { campaignIds });
}

/** What a copy, a merge, an import or a segment on its way into a list works with stays until that is over. */
async function refuseUnfinished(ctx: Context, listIds: readonly string[]): Promise<void> {
  const jobIds = await listTransfersOf(ctx.db, listIds);
  if (jobIds.length > 0) throw conflict("used", { jobIds });
}

/** What a merge is about to delete is not begun with again: it would be gone before the end. */
async function refuseDoomed(ctx: Context, listIds: readonly string[]): Promise<void> {
  const jobIds = await listMergesDeleting(ctx.db, listIds);
  if (jobIds.length > 0) throw conflict("used", { jobIds });
}

/** The new list is there at once; its members come in the background. */
export async function merge(ctx: Context, { listIds, name, deleteSources }: Static<typeof MergeInput>) {
  const sourceIds = [...new Set(listIds)];
  if (sourceIds.length < 2) throw validation("listIds");
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      const sources = await Promise.all(sourceIds.map((id) => queries.findList(inner.db, id)));
      const unknown = sources.indexOf(undefined);
      if (unknown >= 0) throw validation(`listIds.${listIds.indexOf(sourceIds[unknown] ?? "")}`);
      const known = sources.filter((source) => source !== undefined);
      if (deleteSources && known.some(({ systemKind }) => systemKind !== null)) throw conflict("locked");
      const shops = new Set(known.map(({ shopId }) => shopId));
      const [shopId = null] = shops.size === 1 ? shops : [];
      const made = await insert(inner, { ...queries.plainList, name: name.trim(), shopId }, []);
      await holdSources(inner, sourceIds, deleteSources);
      const jobId = await requestAction(inner, listMerge, {
        listId: made.id,
        name: made.name,
        sourceIds,
        deleteSources,
      });
      return { list: made, jobId };
    }),
    "name_taken",
  );
}

/** Sources that are there until the merge is asked for, which keeps them from then on. */
async function holdSources(ctx: Context, sourceIds: readonly string[], areDeleted: boolean): Promise<void> {
  if (areDeleted) await queries.lockLists(ctx.db, sourceIds);
  const there = new Set((await listTargets(ctx.db, sourceIds)).map(({ id }) => id));
  const gone = sourceIds.findIndex((id) => !there.has(id));
  if (gone >= 0) throw validation(`listIds.${gone}`);
  await refuseDoomed(ctx, sourceIds);
  if (!areDeleted) return;
  await refuseMailed(ctx, sourceIds);
  await refuseUnfinished(ctx, sourceIds);
}

/** Members of a list up to this size are copied within the request. */
const copiedAtOnce = 5000;

export async function copy(ctx: Context, id: string, wish: { name?: string }) {
  return withFreeName(wish.name, () =>
    inTransaction(ctx, async (inner) => {
      const source = await getRecord(inner, id);
      const name = await copyName(inner, "list", source.name, wish.name);
      const { publicName, shopId, note, notifyOnAdd, notifyOnUnsubscribe, signatureHtml, senderEmail } = source;
      const write = { publicName, shopId, note, notifyOnAdd, notifyOnUnsubscribe, signatureHtml, senderEmail };
      const { senderName, replyTo, tags } = source;
      const made = await insert(inner, { ...write, senderName, replyTo, name }, tags);
      const params = { listId: made.id, name, sourceIds: [id], deleteSources: false };
      if (source.total > copiedAtOnce) {
        if ((await listTargets(inner.db, [id])).length === 0) throw notFound("list");
        await refuseDoomed(inner, [id]);
        return { status: 202 as const, body: { ...made, jobId: await requestAction(inner, listCopy, params) } };
      }
      await copyAtOnce(inner, params);
      return { status: 201 as const, body: { ...(await get(inner, made.id)), jobId: null } };
    }),
  );
}
