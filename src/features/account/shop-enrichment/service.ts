import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { accepts, existing } from "../../../kernel/accepts.ts";
import { validation } from "../../../kernel/errors.ts";
import { iso } from "../../../kernel/local-time.ts";
import { changeProfiles, missingValues, type ProfileProposal } from "../../contacts/change-profiles.ts";
import { customerFieldNames } from "../../orders/shapes.ts";
import type { ShopEnrichmentInput } from "./contract.ts";
import * as queries from "./queries.ts";

export async function getShopEnrichment({ db }: Context) {
  const shops = await queries.listShopEnrichments(db);
  return {
    items: shops.map(({ fields, lastRunAt, ...shop }) => ({
      ...shop,
      fields: customerFieldNames.filter((field) => fields.includes(field)),
      lastRunAt: iso(lastRunAt),
    })),
    fields: [...customerFieldNames],
  };
}

export async function setShopEnrichment(ctx: Context, { items }: Static<typeof ShopEnrichmentInput>) {
  const known = new Set((await queries.listShopEnrichments(ctx.db)).map(({ shopId }) => shopId));
  items.forEach(({ shopId }, index) => {
    const isRepeated = items.findIndex((item) => item.shopId === shopId) < index;
    const field = `items.${index}.shopId`;
    if (!known.has(shopId)) throw validation(field, existing("shop"));
    if (isRepeated) throw validation(field, accepts.different);
  });
  await ctx.db.transaction((db) => queries.updateShopEnrichments(db, items, ctx.clock.now()));
  return getShopEnrichment(ctx);
}

/** Fills in the buyers of orders that were just recorded. */
export async function enrichBuyers(ctx: Context, contactIds: readonly string[]): Promise<void> {
  const customers = await queries.listCustomersOf(ctx.db, contactIds);
  if (customers.length > 0) await changeProfiles(ctx, customers.map(toProposal), "order");
}

/** Empty fields of the contact that the shop chose, from its newest order. */
export const toProposal = ({ contactId, customer, fields }: queries.CustomerRecord): ProfileProposal => ({
  contactId,
  profileFor: (contact) =>
    missingValues(contact, Object.fromEntries(Object.entries(customer).filter(([field]) => fields.includes(field)))),
});
