import type { FeatureHooks } from "../../context.ts";
import { anonymizeOrders } from "./erasure.queries.ts";

export const hooks: FeatureHooks = {
  onErase: ({ db }, { email }) => anonymizeOrders(db, email),
};
