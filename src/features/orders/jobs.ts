import { Type } from "typebox";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction } from "../../jobs/actions.ts";
import { Count } from "../../kernel/schema.ts";
import { lockAllAddressesForStep } from "../contacts/address-lock.ts";
import { refreshStateCategories } from "./state-categories.ts";
import { findLastOrderId } from "./queries.ts";

const changeSizes = { first: 200, max: 1000 };

/** Updates the categories of orders, one batch per step. A later request reads the later mapping and starts again. */
export const runOrderStatesChange = defineAction({
  type: actionTypes.changeOrderStates,
  params: Type.Object({}),
  checkpoint: Type.Object({ orderId: Type.String(), changed: Count, stepSize: Type.Optional(Count) }),
  step: async (ctx, _params, done = { orderId: "0", changed: 0 }) => {
    const { db, clock } = ctx;
    const lock = await lockAllAddressesForStep(ctx, done.stepSize, changeSizes);
    const batch = await refreshStateCategories(db, { id: done.orderId, limit: lock.size, at: clock.now() });
    if (batch === undefined) return { result: { orders: done.changed } };
    const last = await findLastOrderId(db);
    return {
      progress: Math.min(99, Math.round((Number(batch.lastId) / Math.max(1, last)) * 100)),
      checkpoint: {
        orderId: batch.lastId,
        changed: done.changed + batch.changed,
        stepSize: lock.nextSize(batch.seen),
      },
    };
  },
});
