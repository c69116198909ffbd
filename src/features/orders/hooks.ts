import type { FeatureHooks } from "../../context.ts";
import { anonymizeOrders } from "./erasure.queries.ts";
import { hasLinkedOrders, linkOrders, unlinkOrders } from "./link-orders.sql.ts";
import { deleteScores } from "./rfm/scores.sql.ts";

export const hooks: FeatureHooks = {
  onInsert: (tenantId) => [{ ctes: linkOrders(tenantId), isLinked: hasLinkedOrders }],
  onDelete: (tenantId) => [unlinkOrders(tenantId), deleteScores(tenantId)],
  onErase: ({ db }, { email }) => anonymizeOrders(db, email),
};
