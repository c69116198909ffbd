import { Type } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { isNameTaken } from "../../../db/unique-names.ts";
import { actionTypes } from "../../../jobs/action-types.ts";
import { defineAction, requestAction } from "../../../jobs/actions.ts";
import { validation } from "../../../kernel/errors.ts";
import { Count, Id } from "../../../kernel/schema.ts";
import { lockAllAddressesForStep } from "../../contacts/address-lock.ts";
import { lockCompany } from "../../people/queries.ts";
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
  if (input.shopId !== undefined && found.length === 0) throw validation("shopId");
  if (isApplied) await ensureShopLists(ctx, [...new Set(found.map(({ shopId }) => shopId))]);
  const lists = isApplied ? await queries.findShopLists(ctx.db, input.shopId) : found;
  return {
    applied: isApplied,
    lists: lists.map((list) => ({
      shopId: list.shopId,
      systemKind: list.systemKind,
      listId: list.listId,
      name: shopListName(list),
      members: list.members,
    })),
  };
}

/** The shop's first synchronization or import creates them too. */
export async function ensureShopLists(ctx: Context, shopIds: readonly string[]): Promise<void> {
  for (const shopId of shopIds) {
    await inTransaction(ctx, async (inner) => {
      await lockCompany(inner.db);
      const lists = await queries.findShopLists(inner.db, shopId);
      for (const list of lists) if (list.listId === null) await createShopList(inner, list);
      await requestAction(inner, runShopListSync, { shopId });
    });
  }
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

export const runShopListSync = defineAction({
  type: actionTypes.syncShopLists,
  notification: "shop_lists_synchronized",
  params: Type.Object({ shopId: Id }),
  checkpoint: Type.Object({ contactId: Type.String(), seen: Count, stepSize: Type.Optional(Count) }),
  step: async (ctx, { shopId }, done = { contactId: "0", seen: 0 }) => {
    const { db, clock } = ctx;
    const lock = await lockAllAddressesForStep(ctx, done.stepSize, syncSizes);
    const ids = () => queries.shopContactsAfter(db, { shopId, after: done.contactId, limit: lock.size });
    const { lastId, n } = await queries.findBatchEnd(db, ids());
    if (lastId === null) return { result: { shopId, contacts: done.seen } };
    await queries.syncShopListMembers(db, ids(), clock.now());
    const seen = done.seen + n;
    const all = await queries.findShopLists(db, shopId);
    const total = all.find(({ systemKind }) => systemKind === "shop_contacts")?.members ?? seen;
    return {
      progress: Math.min(99, Math.round((seen / Math.max(1, total)) * 100)),
      checkpoint: { contactId: lastId, seen, stepSize: lock.nextSize(n) },
    };
  },
});
