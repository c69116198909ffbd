import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { webHookRoutes } from "./api-v3/contract.ts";
import * as compatible from "./api-v3/service.ts";
import type { webhookRoutes } from "./contract.ts";
import * as service from "./service.ts";
import { testWebhook } from "./test-call.ts";

const webhookHandlers: HandlersOf<Context, typeof webhookRoutes.records> = {
  listAccountWebhooks: (ctx) => service.listWebhooks(ctx),
  createAccountWebhook: (ctx, { body }) => service.createWebhook(ctx, body),
  updateAccountWebhook: (ctx, { params, body }) => service.updateWebhook(ctx, params.webhook_id, body),
  deleteAccountWebhook: (ctx, { params }) => service.deleteWebhook(ctx, params.webhook_id),
  testAccountWebhook: (ctx, { params }) => testWebhook(ctx, params.webhook_id),
};

const webHookHandlers: HandlersOf<Context, typeof webHookRoutes.records> = {
  listWebHooksV3: (ctx, { query }) => compatible.listWebHooks(ctx, query),
  createWebHookV3: (ctx, { body }) => compatible.createWebHook(ctx, body),
  deleteWebHookV3: (ctx, { params }) => service.deleteWebhook(ctx, params.webhook_id),
};

export const handlers = { webhooks: webhookHandlers, webHooks: webHookHandlers };
