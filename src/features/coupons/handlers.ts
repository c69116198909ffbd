import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { couponRoutes } from "./contract.ts";
import { addCodes } from "./add-codes.ts";
import * as coupons from "./coupons.ts";
import * as stacks from "./service.ts";

const couponHandlers: HandlersOf<Context, typeof couponRoutes.records> = {
  listCouponStacks: (ctx, { query }) => stacks.listStacks(ctx, query),
  createCouponStack: (ctx, { body }) => stacks.createStack(ctx, body),
  getCouponStack: (ctx, { params }) => stacks.getStack(ctx, params.stack_id),
  deleteCouponStack: (ctx, { params }) => stacks.deleteStack(ctx, params.stack_id),
  addCouponCodes: (ctx, { params, body, upload }) => addCodes(ctx, params.stack_id, { ...body, upload }),
  assignCoupon: (ctx, { params, body }) => coupons.assignCoupon(ctx, params.stack_id, body.contactId),
  listCoupons: (ctx, { params, query }) => coupons.listCoupons(ctx, params.stack_id, query),
  markCouponsUsed: (ctx, { params, body }) => coupons.markUsed(ctx, params.stack_id, body.text),
};

export const handlers = { coupons: couponHandlers };
