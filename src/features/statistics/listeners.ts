import { defineRangeListener } from "../../journal/listener.ts";
import { attributeOrders } from "./conversions/attribution.queries.ts";
import { rollUp } from "./rollup.queries.ts";

export const campaignStatReader = "statistics.campaigns";

/** Adds e-mail events and changes of contacts to the rollups, and attributes orders to the e-mails clicked before. */
export const campaignStatListener = defineRangeListener<unknown>({
  reader: campaignStatReader,
  handle: async (db, range) => {
    await rollUp(db, range);
    await attributeOrders(db, range);
  },
});
