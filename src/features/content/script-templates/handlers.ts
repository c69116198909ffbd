import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { scriptTemplateRoutes } from "./contract.ts";
import * as scripts from "./service.ts";

export const scriptTemplateHandlers: HandlersOf<Context, typeof scriptTemplateRoutes.records> = {
  listScriptTemplates: (ctx, { query }) => scripts.listScriptTemplates(ctx, query),
  createScriptTemplate: (ctx, { body }) => scripts.createScriptTemplate(ctx, body),
  getScriptTemplate: (ctx, { params }) => scripts.getScriptTemplate(ctx, params.id),
  updateScriptTemplate: (ctx, { params, body }) => scripts.updateScriptTemplate(ctx, params.id, body),
  deleteScriptTemplate: (ctx, { params }) => scripts.deleteScriptTemplate(ctx, params.id),
};
