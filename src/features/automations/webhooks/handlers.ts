import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { webhookRoutes } from "./contract.ts";
import { testWebhookNode } from "./trial.ts";

export const webhookHandlers: HandlersOf<Context, typeof webhookRoutes.records> = {
  testWebhookNode: (ctx, { params, body }) =>
    testWebhookNode(ctx, { automationId: params.automation_id, node: params.key, contactId: body.contactId }),
};
