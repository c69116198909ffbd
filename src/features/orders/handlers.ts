import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { orderRoutes } from "./contract.ts";
import * as orders from "./service.ts";

export const orderHandlers: HandlersOf<Context, typeof orderRoutes.records> = {
  listOrders: (ctx, { query }) => orders.list(ctx, query),
  recordOrders: (ctx, { body }) => orders.record(ctx, body),
  getOrder: (ctx, { params }) => orders.get(ctx, params.order_id),
  setOrdersPaid: (ctx, { body }) => orders.setPaid(ctx, body),
  listOrderStates: (ctx) => orders.listStates(ctx),
  replaceOrderStates: (ctx, { body }) => orders.replaceStates(ctx, body.items),
};

export const handlers = { orders: orderHandlers };
