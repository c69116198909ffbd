import type { Context } from "../../context.ts";
import { defineHooks } from "../../hooks/hook-point.ts";

/** An order that was paid with a coupon. */
export type CouponOrder = {
  readonly orderId: string;
  readonly shopId: string;
  readonly contactId: string | null;
  readonly couponCode: string;
};

type OrderHooks = {
  /** Runs in the transaction that records the orders: those that are new or have another coupon code. */
  readonly onCouponOrders?: (ctx: Context, orders: readonly CouponOrder[], at: Date) => Promise<void>;
  /** Runs in the transaction that records orders which describe these buyers. */
  readonly onCustomers?: (ctx: Context, contactIds: readonly string[]) => Promise<void>;
};

export const orderHooks = defineHooks<OrderHooks>("orders");
