import type { Static } from "typebox";
import { inTransaction, type Context } from "../../../context.ts";
import { requestAction } from "../../../jobs/actions.ts";
import { conflict, notFound } from "../../../kernel/errors.ts";
import { pageOf, type Paging } from "../../../kernel/schema.ts";
import { fold, searchable } from "../../../kernel/text.ts";
import { lockCompany } from "../../people/queries.ts";
import { insertShop } from "../queries.ts";
import { ShopChange, ShopInput } from "../shapes.ts";
import { refuseTakenName } from "../../../db/names.ts";
import { requireWebAddress } from "../web-address.ts";
import { isEmpty, writtenIn } from "../../../kernel/written-fields.ts";
import { contactLanguageChange } from "./jobs.ts";
import { inOrder } from "./order.ts";
import * as queries from "./queries.ts";

export const maxShops = 100;

const present = (row: queries.ShopRecord) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt?.toISOString() ?? null,
});

type ListQuery = Paging & { sort?: string; q?: string; enabled?: boolean };

/** So few that they are searched and sorted here. */
export async function list(ctx: Context, query: ListQuery) {
  const { page, pageSize, offset } = pageOf(query);
  const shops = await queries.listShops(ctx.db, maxShops);
  const found = shops.filter(
    (shop) => (query.enabled === undefined || shop.enabled === query.enabled) && matches(shop, query.q ?? ""),
  );
  const items = inOrder(found, query.sort).slice(offset, offset + pageSize);
  return { items: items.map(present), total: found.length, page, pageSize };
}

/** As the search of contacts: one or two letters are looked for at the start of a word. */
function matches(shop: queries.ShopRecord, q: string): boolean {
  const needle = fold(q.trim()).replace(/\s+/g, " ");
  return searchable(shop.name, shop.url).includes(needle.length < 3 ? ` ${needle}` : needle);
}

export async function get(ctx: Context, id: string) {
  const shop = await queries.findShop(ctx.db, id);
  if (shop === undefined) throw notFound("shop");
  return present(shop);
}

export async function create(ctx: Context, body: Static<typeof ShopInput>) {
  const shop = writtenIn(ShopInput, body);
  requireWebAddress("url", shop.url);
  return refuseTakenName(
    inTransaction(ctx, async (inner) => {
      await lockCompany(inner.db);
      if ((await queries.countShops(inner.db)) >= maxShops) throw conflict("limit");
      const id = await insertShop(inner.db, {
        ...shop,
        url: shop.url ?? null,
        phoneCountry: shop.phoneCountry ?? shop.country,
        at: inner.clock.now(),
      });
      return get(inner, id);
    }),
  );
}

export async function update(ctx: Context, id: string, body: Static<typeof ShopChange>) {
  const change = writtenIn(ShopChange, body);
  requireWebAddress("url", change.url);
  if (!isEmpty(change)) await refuseTakenName(write(ctx, id, change));
  return get(ctx, id);
}

/** New contacts get the shop's language at once; those it has already get it in the background. */
export async function setContactLanguage(
  ctx: Context,
  id: string,
  wish: { language: string; applyToContacts?: boolean },
) {
  return inTransaction(ctx, async (inner) => {
    const { language } = wish;
    await write(inner, id, { language });
    if (wish.applyToContacts !== true) return { status: 200 as const, body: await get(inner, id) };
    const jobId = await requestAction(inner, contactLanguageChange, { shopId: id, language });
    return { status: 202 as const, body: { jobId } };
  });
}

export const enable = (ctx: Context, id: string) => switchTo(ctx, id, true);

export const disable = (ctx: Context, id: string) => switchTo(ctx, id, false);

/** One shop stays enabled, since whatever names no shop belongs to it. */
async function switchTo(ctx: Context, id: string, isEnabled: boolean) {
  return inTransaction(ctx, async (inner) => {
    await lockCompany(inner.db);
    const shop = await get(inner, id);
    if (shop.enabled === isEnabled) return shop;
    if (!isEnabled && !(await queries.hasOtherEnabledShop(inner.db, id))) throw conflict("status");
    await write(inner, id, { isEnabled });
    return get(inner, id);
  });
}

async function write(ctx: Context, id: string, change: queries.ShopChange): Promise<void> {
  const isKnown = await queries.updateShop(ctx.db, id, { ...change, updatedAt: ctx.clock.now() });
  if (!isKnown) throw notFound("shop");
}
