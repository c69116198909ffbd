import type { VisitorContext } from "../../context.ts";
import { listPriceTiers } from "./queries.ts";

/** Prices are set per currency, not converted. */
export async function getPriceList({ db }: VisitorContext) {
  const tiers = await listPriceTiers(db);
  const currencies = [...new Set(tiers.map(({ currency }) => currency))];
  return {
    currencies: currencies.map((currency) => ({
      currency,
      tiers: tiers.filter((tier) => tier.currency === currency).map(({ contacts, monthly }) => ({ contacts, monthly })),
    })),
  };
}
