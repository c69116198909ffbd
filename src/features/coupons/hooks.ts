import { orderHooks } from "../orders/order-hooks.ts";
import { markOrderCouponsUsed } from "./used.queries.ts";

export const hooks = [
  orderHooks.implement({ onCouponOrders: ({ db }, orders, at) => markOrderCouponsUsed(db, orders, at) }),
];
