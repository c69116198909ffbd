import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { scriptTemplateRoutes } from "./contract.ts";
import * as scripts from "./service.ts";

export const scriptTemplateHandlers: HandlersOf<Context, typeof scriptTemplateRoutes.records> = {
  listScriptTemplates: (ctx, { query }) => scripts.list(ctx, query),
  createScriptTemplate: (ctx, { body }) => scripts.create(ctx, body),
  getScriptTemplate: (ctx, { params }) => scripts.get(ctx, params.id),
  updateScriptTemplate: (ctx, { params, body }) => scripts.update(ctx, params.id, body),
  deleteScriptTemplate: (ctx, { params }) => scripts.remove(ctx, params.id),
};
