import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
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
    if (!known.has(shopId) || isRepeated) throw validation(`items.${index}.shopId`);
  });
  await queries.updateShopEnrichments(ctx.db, items, ctx.clock.now());
  return getShopEnrichment(ctx);
}

/** Fills in the buyers of orders that were just recorded. */
export async function enrichBuyers(ctx: Context, contactIds: readonly string[]): Promise<void> {
  const customers = await queries.listCustomersOf(ctx.db, contactIds);
  if (customers.length > 0) await changeProfiles(ctx, customers.map(proposalOf), "order");
}

/** Empty fields of the contact that the shop chose, from its newest order. */
export const proposalOf = ({ contactId, customer, fields }: queries.CustomerRecord): ProfileProposal => ({
  contactId,
  profileFor: (contact) =>
    missingValues(contact, Object.fromEntries(Object.entries(customer).filter(([field]) => fields.includes(field)))),
});
