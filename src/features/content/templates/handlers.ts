import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import { changeTags } from "../../labels/tags.ts";
import { listStarters } from "../starters/service.ts";
import type { templateRoutes } from "./contract.ts";
import * as templates from "./service.ts";

export const templateHandlers: HandlersOf<Context, typeof templateRoutes.records> = {
  listTemplates: (ctx, { query }) => templates.list(ctx, query),
  createTemplate: (ctx, { body }) => templates.create(ctx, body),
  listStarters: (_ctx, { query }) => listStarters(query.language),
  tagTemplates: (ctx, { body }) => changeTags(ctx, "template", body),
  getTemplate: (ctx, { params }) => templates.get(ctx, params.template_id),
  updateTemplate: (ctx, { params, body }) => templates.update(ctx, params.template_id, body),
  deleteTemplate: (ctx, { params }) => templates.remove(ctx, params.template_id),
  archiveTemplate: (ctx, { params }) => templates.archive(ctx, params.template_id),
  unarchiveTemplate: (ctx, { params }) => templates.unarchive(ctx, params.template_id),
  duplicateTemplate: (ctx, { params, body }) => templates.duplicate(ctx, params.template_id, body),
  convertTemplate: (ctx, { params, body }) => templates.convert(ctx, params.template_id, body),
  publishTemplate: (ctx, { params }) => templates.publish(ctx, params.template_id),
  testTemplate: (ctx, { params, body }) => templates.test(ctx, params.template_id, body.emails),
  getTemplateContent: (ctx, { params }) => templates.getContent(ctx, params.template_id),
  saveTemplateContent: (ctx, { params, body }) => templates.saveContent(ctx, params.template_id, body),
  discardTemplateDraft: (ctx, { params }) => templates.discardDraft(ctx, params.template_id),
  listTemplateVersions: (ctx, { params, query }) => templates.listVersions(ctx, params.template_id, query),
  getTemplateVersion: (ctx, { params }) => templates.getVersion(ctx, params.template_id, params.version_id),
};
