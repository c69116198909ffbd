import type { FeatureHooks } from "../../context.ts";
import { markOrderCouponsUsed } from "./used.queries.ts";

export const hooks: FeatureHooks = {
  onOrders: ({ db }, orders, at) => markOrderCouponsUsed(db, orders, at),
};
