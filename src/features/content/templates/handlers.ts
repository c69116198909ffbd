import { sandboxOf, type Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import { changeTags } from "../../labels/tags.ts";
import { listStarters } from "../../starters/starters.ts";
import type { templateRoutes } from "./contract.ts";
import * as templates from "./service.ts";

export const templateHandlers: HandlersOf<Context, typeof templateRoutes.records> = {
  listTemplates: (ctx, { query }) => templates.listTemplates(ctx, query),
  createTemplate: (ctx, { body }) => templates.createTemplate(ctx, body),
  listStarters: (ctx, { query }) => listStarters(sandboxOf(ctx), query.language),
  tagTemplates: (ctx, { body }) => changeTags(ctx, "template", body),
  getTemplate: (ctx, { params }) => templates.getTemplate(ctx, params.template_id),
  updateTemplate: (ctx, { params, body }) => templates.updateTemplate(ctx, params.template_id, body),
  deleteTemplate: (ctx, { params }) => templates.deleteTemplate(ctx, params.template_id),
  archiveTemplate: (ctx, { params }) => templates.archiveTemplate(ctx, params.template_id),
  unarchiveTemplate: (ctx, { params }) => templates.unarchiveTemplate(ctx, params.template_id),
  duplicateTemplate: (ctx, { params, body }) => templates.duplicateTemplate(ctx, params.template_id, body),
  convertTemplate: (ctx, { params, body }) => templates.convertTemplate(ctx, params.template_id, body),
  publishTemplate: (ctx, { params }) => templates.publishTemplate(ctx, params.template_id),
  testTemplate: (ctx, { params, body }) => templates.sendTemplateTest(ctx, params.template_id, body),
  getTemplateContent: (ctx, { params }) => templates.getTemplateContent(ctx, params.template_id),
  saveTemplateContent: (ctx, { params, body }) => templates.saveTemplateContent(ctx, params.template_id, body),
  discardTemplateDraft: (ctx, { params }) => templates.discardTemplateDraft(ctx, params.template_id),
  listTemplateVersions: (ctx, { params, query }) => templates.listTemplateVersions(ctx, params.template_id, query),
  getTemplateVersion: (ctx, { params }) => templates.getTemplateVersion(ctx, params.template_id, params.version_id),
};
