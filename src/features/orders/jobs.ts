import { Type } from "typebox";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction } from "../../jobs/actions.ts";
import { Count } from "../../kernel/schema.ts";
import { lockAllAddresses } from "../contacts/queries.ts";
import { refreshStateCategories } from "./state-categories.ts";
import { findLastOrderId } from "./queries.ts";

const batchSize = 1000;

/** Updates the categories of orders, one batch per step. A later request reads the later mapping and starts again. */
export const runOrderStatesChange = defineAction({
  type: actionTypes.changeOrderStates,
  notification: "order_states_changed",
  params: Type.Object({}),
  checkpoint: Type.Object({ orderId: Type.String(), changed: Count }),
  step: async ({ db, clock }, _params, done = { orderId: "0", changed: 0 }) => {
    await lockAllAddresses(db);
    const batch = await refreshStateCategories(db, { id: done.orderId, limit: batchSize, at: clock.now() });
    if (batch === undefined) return { result: { orders: done.changed } };
    const last = await findLastOrderId(db);
    return {
      progress: Math.min(99, Math.round((Number(batch.lastId) / Math.max(1, last)) * 100)),
      checkpoint: { orderId: batch.lastId, changed: done.changed + batch.changed },
    };
  },
});
