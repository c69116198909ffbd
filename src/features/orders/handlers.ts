import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { orderRoutes } from "./contract.ts";
import { rfmHandlers } from "./rfm/handlers.ts";
import * as orders from "./service.ts";

export const orderHandlers: HandlersOf<Context, typeof orderRoutes.records> = {
  listOrders: (ctx, { query }) => orders.listOrders(ctx, query),
  recordOrders: (ctx, { body }) => orders.recordOrders(ctx, body),
  getOrder: (ctx, { params }) => orders.getOrder(ctx, params.order_id),
  setOrdersPaid: (ctx, { body }) => orders.setOrdersPaid(ctx, body),
  listOrderStates: (ctx) => orders.listOrderStates(ctx),
  replaceOrderStates: (ctx, { body }) => orders.replaceOrderStates(ctx, body.items),
};

export const handlers = { orders: orderHandlers, rfm: rfmHandlers };
