import { Type, type Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { isNameTaken } from "../../../db/unique-names.ts";
import { actionTypes } from "../../../jobs/action-types.ts";
import { defineAction, requestAction } from "../../../jobs/actions.ts";
import { existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { Count, Id } from "../../../kernel/schema.ts";
import { lockAllAddressesForStep } from "../../contacts/address-lock.ts";
import { lockCompany } from "../../members/queries.ts";
import { insertList, emptyListFields, listNames } from "../queries.ts";
import { shopListName } from "./names.ts";
import * as queries from "./queries.ts";

const syncSizes = { first: 500, max: 5000 };

/**
 * Answers the three lists of each shop; with `apply` creates missing ones, whose members are added in the background.
 */
export async function maintainShopLists(ctx: Context, input: { shopId?: string; apply?: boolean }) {
  const isApplied = input.apply === true;
  const found = await queries.findShopLists(ctx.db, input.shopId);
  if (input.shopId !== undefined && found.length === 0) throw validation("shopId", existing("shop"));
  if (!isApplied) {
    const contacts = found.reduce((sum, list) => sum + (list.systemKind === "shop_contacts" ? list.members : 0), 0);
    return { status: 200 as const, body: { applied: false, contacts, lists: found.map(presentShopList) } };
  }
  return inTransaction(ctx, async (inner) => {
    const shopIds = [...new Set(found.map(({ shopId }) => shopId))];
    for (const shopId of shopIds) await createMissingLists(inner, shopId);
    const jobId = await requestAction(inner, runShopListMaintenance, { shopIds });
    const lists = await queries.findShopLists(inner.db, input.shopId);
    return { status: 202 as const, body: { applied: true, jobId, lists: lists.map(presentShopList) } };
  });
}

const presentShopList = (list: queries.ShopList) => ({
  shopId: list.shopId,
  systemKind: list.systemKind,
  listId: list.listId,
  name: shopListName(list),
  members: list.members,
});

/** The shop's first synchronization or import creates them too. */
export async function ensureShopLists(ctx: Context, shopIds: readonly string[]): Promise<void> {
  for (const shopId of shopIds) {
    await inTransaction(ctx, async (inner) => {
      await createMissingLists(inner, shopId);
      await requestAction(inner, runShopListSync, { shopId });
    });
  }
}

async function createMissingLists(ctx: Context, shopId: string): Promise<void> {
  await lockCompany(ctx.db);
  for (const list of await queries.findShopLists(ctx.db, shopId))
    if (list.listId === null) await createShopList(ctx, list);
}

/** Appends the shop's id if the name is taken by another list. */
async function createShopList(ctx: Context, list: queries.ShopList): Promise<void> {
  const name = shopListName(list);
  const isTaken = await isNameTaken(ctx, listNames, name);
  await insertList(ctx.db, {
    ...emptyListFields,
    name: isTaken ? `${name} (${list.shopId})` : name,
    shopId: list.shopId,
    systemKind: list.systemKind,
    createdAt: ctx.clock.now(),
  });
}

const SyncPosition = Type.Object({ contactId: Type.String(), seen: Count, stepSize: Type.Optional(Count) });
const start: Static<typeof SyncPosition> = { contactId: "0", seen: 0 };

export const runShopListSync = defineAction({
  type: actionTypes.syncShopLists,
  params: Type.Object({ shopId: Id }),
  checkpoint: SyncPosition,
  step: async (ctx, { shopId }, done = start) =>
    (await syncNextContacts(ctx, shopId, done)) ?? { result: { shopId, contacts: done.seen } },
});

/** The same for several shops, one after the other. */
export const runShopListMaintenance = defineAction({
  type: actionTypes.maintainShopLists,
  params: Type.Object({ shopIds: Type.Array(Id) }),
  checkpoint: Type.Object({ ...SyncPosition.properties, shop: Count, contacts: Count }),
  step: async (ctx, { shopIds }, done = { ...start, shop: 0, contacts: 0 }) => {
    const { shop, contacts, ...position } = done;
    const shopId = shopIds[shop];
    if (shopId === undefined) return { result: { operation: "shop-lists", contacts } };
    const next = await syncNextContacts(ctx, shopId, position);
    const share = (progress: number) => Math.min(99, Math.round((shop * 100 + progress) / shopIds.length));
    if (next === undefined)
      return {
        progress: share(100),
        checkpoint: { ...start, shop: shop + 1, contacts: contacts + position.seen },
      };
    return { progress: share(next.progress), checkpoint: { ...next.checkpoint, shop, contacts } };
  },
});

/** Undefined when the shop has no more contacts. */
async function syncNextContacts(ctx: Context, shopId: string, done: Static<typeof SyncPosition>) {
  const { db, clock } = ctx;
  const lock = await lockAllAddressesForStep(ctx, done.stepSize, syncSizes);
  const ids = () => queries.shopContactsAfter(db, { shopId, after: done.contactId, limit: lock.size });
  const { lastId, n } = await queries.findBatchEnd(db, ids());
  if (lastId === null) return undefined;
  await queries.syncShopListMembers(db, ids(), clock.now());
  const seen = done.seen + n;
  const all = await queries.findShopLists(db, shopId);
  const total = all.find(({ systemKind }) => systemKind === "shop_contacts")?.members ?? seen;
  return {
    progress: Math.min(99, Math.round((seen / Math.max(1, total)) * 100)),
    checkpoint: { contactId: lastId, seen, stepSize: lock.nextSize(n) },
  };
}
