import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import type { automationRoutes } from "./contract.ts";
import { copyAutomation } from "./copy.ts";
import { getEditor, reportEditing } from "./editor.ts";
import { engineHandlers } from "./engine/handlers.ts";
import { entryHandlers } from "./entry/handlers.ts";
import { listRecipes } from "./recipes/service.ts";
import { reportHandlers } from "./report/handlers.ts";
import { saveGraph } from "./save-graph.ts";
import * as automations from "./service.ts";
import { unknownEmailHandlers } from "./unknown/handlers.ts";
import { resolveTime, validateGraph } from "./validate.ts";
import { getVersion, listVersions } from "./versions.ts";
import { webhookHandlers } from "./webhooks/handlers.ts";

export const automationHandlers: HandlersOf<Context, typeof automationRoutes.records> = {
  listAutomations: (ctx, { query }) => automations.listAutomations(ctx, query),
  createAutomation: (ctx, { body }) => automations.createAutomation(ctx, body),
  listRecipes: (ctx, { query }) => listRecipes(ctx, query.shop),
  resolveTime: (ctx, { body }) => resolveTime(ctx, body),
  validateGraph: (ctx, { body }) => validateGraph(ctx, body),
  tagAutomations: (ctx, { body }) => changeTags(ctx, "automation", body),
  getAutomation: (ctx, { params }) => automations.getAutomation(ctx, params.automation_id),
  updateAutomation: (ctx, { params, body }) => automations.updateAutomation(ctx, params.automation_id, body),
  deleteAutomation: (ctx, { params }) => automations.deleteAutomation(ctx, params.automation_id),
  copyAutomation: (ctx, { params, body }) => copyAutomation(ctx, params.automation_id, body),
  saveAutomationGraph: (ctx, { params, body }) => saveGraph(ctx, params.automation_id, body),
  listAutomationVersions: (ctx, { params, query }) => listVersions(ctx, params.automation_id, query),
  getAutomationVersion: (ctx, { params }) => getVersion(ctx, params.automation_id, params.version),
  reportEditing: (ctx, { params, body }) => reportEditing(ctx, params.automation_id, body),
  getAutomationEditor: (ctx, { params }) => getEditor(ctx, params.automation_id),
};

export const handlers = {
  automations: automationHandlers,
  automationEngine: engineHandlers,
  automationEntry: entryHandlers,
  automationReport: reportHandlers,
  automationUnknown: unknownEmailHandlers,
  automationWebhooks: webhookHandlers,
};
