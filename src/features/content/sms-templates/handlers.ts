import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { smsTemplateRoutes } from "./contract.ts";
import * as templates from "./service.ts";

export const smsTemplateHandlers: HandlersOf<Context, typeof smsTemplateRoutes.records> = {
  listSmsTemplates: (ctx, { query }) => templates.list(ctx, query),
  createSmsTemplate: (ctx, { body }) => templates.create(ctx, body),
  getSmsTemplate: (ctx, { params }) => templates.get(ctx, params.id),
  updateSmsTemplate: (ctx, { params, body }) => templates.update(ctx, params.id, body),
  deleteSmsTemplate: (ctx, { params }) => templates.remove(ctx, params.id),
  copySmsTemplate: (ctx, { params, body }) => templates.copy(ctx, params.id, body),
};
