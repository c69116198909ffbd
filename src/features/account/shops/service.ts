import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { requestAction } from "../../../jobs/actions.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { toPage, type Paging } from "../../../kernel/schema.ts";
import { fold, joinSearchText } from "../../../kernel/text.ts";
import { lockCompany } from "../../members/queries.ts";
import { insertShop } from "../queries.ts";
import { requireWebAddress, ShopChange, ShopInput } from "../shapes.ts";
import { conflictOnTakenName } from "../../../db/unique-names.ts";
import { isEmpty, pickProvided } from "../../../kernel/provided-fields.ts";
import { iso } from "../../../kernel/local-time.ts";
import { runContactLanguageChange } from "./jobs.ts";
import { sortShops } from "./sorting.ts";
import * as queries from "./queries.ts";

export const maxShops = 100;

const presentShop = (row: queries.ShopRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: iso(row.updatedAt),
});

type ListQuery = Paging & { sort?: string; q?: string; enabled?: boolean };

/** At most 100 shops, so they are searched and sorted in memory. */
export async function listShops(ctx: Context, query: ListQuery) {
  const { page, pageSize, offset } = toPage(query);
  const shops = await queries.listShops(ctx.db, maxShops);
  const found = shops.filter(
    (shop) => (query.enabled === undefined || shop.enabled === query.enabled) && matchesSearch(shop, query.q ?? ""),
  );
  const items = sortShops(found, query.sort).slice(offset, offset + pageSize);
  return { items: items.map(presentShop), total: found.length, page, pageSize };
}

/** Like the search of contacts: one or two letters match only at the start of a word. */
function matchesSearch(shop: queries.ShopRecord, q: string): boolean {
  const needle = fold(q.trim()).replace(/\s+/g, " ");
  return joinSearchText(shop.name, shop.url).includes(needle.length < 3 ? ` ${needle}` : needle);
}

export async function getShop(ctx: Context, id: string) {
  const shop = await queries.findShop(ctx.db, id);
  if (shop === undefined) throw notFound("shop");
  return presentShop(shop);
}

export async function createShop(ctx: Context, body: Static<typeof ShopInput>) {
  const shop = pickProvided(ShopInput, body);
  requireWebAddress("url", shop.url);
  return conflictOnTakenName(
    inTransaction(ctx, async (inner) => {
      await lockCompany(inner.db);
      if ((await queries.countShops(inner.db)) >= maxShops) throw conflict("limit");
      const id = await insertShop(inner.db, {
        ...shop,
        url: shop.url ?? null,
        phoneCountry: shop.phoneCountry ?? shop.country,
        at: inner.clock.now(),
      });
      inner.db.created(id);
      return getShop(inner, id);
    }),
  );
}

export async function updateShop(ctx: Context, id: string, body: Static<typeof ShopChange>) {
  const change = pickProvided(ShopChange, body);
  requireWebAddress("url", change.url);
  if (!isEmpty(change)) await conflictOnTakenName(writeShop(ctx, id, change));
  return getShop(ctx, id);
}

/** New contacts get the shop's language at once; existing ones get it in a background action. */
export async function setContactLanguage(
  ctx: Context,
  id: string,
  request: { language: string; applyToContacts?: boolean },
) {
  return inTransaction(ctx, async (inner) => {
    const { language } = request;
    await writeShop(inner, id, { language });
    if (request.applyToContacts !== true) return { status: 200 as const, body: await getShop(inner, id) };
    const jobId = await requestAction(inner, runContactLanguageChange, { shopId: id, language });
    return { status: 202 as const, body: { jobId } };
  });
}

export const enableShop = (ctx: Context, id: string) => setShopEnabled(ctx, id, true);

export const disableShop = (ctx: Context, id: string) => setShopEnabled(ctx, id, false);

/** At least one shop stays enabled: rows without a shop belong to it. */
async function setShopEnabled(ctx: Context, id: string, isEnabled: boolean) {
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const shop = await getShop(inner, id);
    if (shop.enabled === isEnabled) return shop;
    if (!isEnabled && !(await queries.hasOtherEnabledShop(inner.db, id))) throw conflict("status");
    await writeShop(inner, id, { isEnabled });
    return getShop(inner, id);
  });
}

async function writeShop(ctx: Context, id: string, change: queries.ShopUpdate): Promise<void> {
  const update = { ...change, updatedAt: ctx.clock.now() };
  const isFound = await ctx.db.transaction((db) => queries.updateShop(db, id, update));
  if (!isFound) throw notFound("shop");
}
