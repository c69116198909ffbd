import { contactHooks } from "../contacts/contact-hooks.ts";
import { anonymizeOrders } from "./erasure.queries.ts";
import { hasLinkedOrders, linkOrders, unlinkOrders } from "./link-orders.sql.ts";
import { deleteScores } from "./rfm/scores.sql.ts";

export const hooks = [
  contactHooks.implement({
    onInsert: (tenantId) => [{ parts: linkOrders(tenantId), reads: ["linked"], isLinked: hasLinkedOrders }],
    onDelete: (tenantId) => [unlinkOrders(tenantId), deleteScores(tenantId)],
    onErase: ({ db }, { email }) => anonymizeOrders(db, email),
  }),
];
