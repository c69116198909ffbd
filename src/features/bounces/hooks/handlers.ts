import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { sendingHookRoutes } from "./contract.ts";
import * as service from "./service.ts";

export const sendingHookHandlers: HandlersOf<Context, typeof sendingHookRoutes.records> = {
  listSendingHooks: (ctx) => service.listSendingHooks(ctx),
  createSendingHook: (ctx, { body }) => service.createSendingHook(ctx, body.provider),
  deleteSendingHook: (ctx, { params }) => service.deleteSendingHook(ctx, params.hook_id),
};
