import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { endpointRoutes } from "./contract.ts";
import type { deliveryRoutes } from "./deliveries/contract.ts";
import * as deliveryLog from "./deliveries/service.ts";
import * as service from "./service.ts";
import { testEndpoint } from "./test-call.ts";

const endpoints: HandlersOf<Context, typeof endpointRoutes.records> = {
  listWebhookEndpoints: (ctx) => service.listEndpoints(ctx),
  createWebhookEndpoint: (ctx, { body }) => service.createEndpoint(ctx, body),
  getWebhookEndpoint: (ctx, { params }) => service.getEndpoint(ctx, params.endpoint_id),
  updateWebhookEndpoint: (ctx, { params, body }) => service.updateEndpoint(ctx, params.endpoint_id, body),
  deleteWebhookEndpoint: (ctx, { params }) => service.deleteEndpoint(ctx, params.endpoint_id),
  rotateWebhookEndpointSecret: (ctx, { params }) => service.rotateSecret(ctx, params.endpoint_id),
  endWebhookEndpointPreviousSecret: (ctx, { params }) => service.endPreviousSecret(ctx, params.endpoint_id),
  testWebhookEndpoint: (ctx, { params }) => testEndpoint(ctx, params.endpoint_id),
  replayWebhookEndpoint: (ctx, { params, body }) => service.replay(ctx, params.endpoint_id, body.from),
};

const deliveries: HandlersOf<Context, typeof deliveryRoutes.records> = {
  listWebhookDeliveries: (ctx, { params, query }) => deliveryLog.listDeliveries(ctx, params.endpoint_id, query),
  getWebhookDelivery: (ctx, { params }) =>
    deliveryLog.getDelivery(ctx, { endpointId: params.endpoint_id, id: params.delivery_id }),
  resendWebhookDelivery: (ctx, { params }) =>
    deliveryLog.resendDelivery(ctx, { endpointId: params.endpoint_id, id: params.delivery_id }),
};

export const handlers = { endpoints, deliveries };
