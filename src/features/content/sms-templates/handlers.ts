import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { smsTemplateRoutes } from "./contract.ts";
import * as templates from "./service.ts";

export const smsTemplateHandlers: HandlersOf<Context, typeof smsTemplateRoutes.records> = {
  listSmsTemplates: (ctx, { query }) => templates.listSmsTemplates(ctx, query),
  createSmsTemplate: (ctx, { body }) => templates.createSmsTemplate(ctx, body),
  getSmsTemplate: (ctx, { params }) => templates.getSmsTemplate(ctx, params.id),
  updateSmsTemplate: (ctx, { params, body }) => templates.updateSmsTemplate(ctx, params.id, body),
  deleteSmsTemplate: (ctx, { params }) => templates.deleteSmsTemplate(ctx, params.id),
  copySmsTemplate: (ctx, { params, body }) => templates.copySmsTemplate(ctx, params.id, body),
};
