import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { changeTags } from "../labels/tags.ts";
import type { formRoutes } from "./contract.ts";
import { formDraftHandlers } from "./draft/handlers.ts";
import { getEmbedCodes } from "./public/embed.ts";
import { previewForm } from "./public/preview.ts";
import * as forms from "./service.ts";
import { listSignUps } from "./history.ts";
import { formReportHandlers } from "./report/handlers.ts";
import { unknownFormEmailHandlers } from "./unknown/handlers.ts";
import { getWelcome, setWelcome } from "./welcome/service.ts";

const formHandlers: HandlersOf<Context, typeof formRoutes.records> = {
  listForms: (ctx, { query }) => forms.listForms(ctx, query),
  createForm: (ctx, { body }) => forms.createForm(ctx, body),
  listDoiTemplates: (ctx) => forms.listDoiTemplates(ctx),
  previewForm: (ctx, { body }) => previewForm(ctx, body),
  tagForms: (ctx, { body }) => changeTags(ctx, "form", body),
  getForm: (ctx, { params }) => forms.getForm(ctx, params.form_id),
  updateForm: (ctx, { params, body }) => forms.updateForm(ctx, params.form_id, body),
  deleteForm: (ctx, { params }) => forms.deleteForm(ctx, params.form_id),
  copyForm: (ctx, { params, body }) => forms.copyForm(ctx, params.form_id, body),
  getFormEmbed: (ctx, { params }) => getEmbedCodes(ctx, params.form_id),
  listSignUps: (ctx, { params, query }) => listSignUps(ctx, params.form_id, query),
  getWelcome: (ctx, { params }) => getWelcome(ctx, params.form_id),
  setWelcome: (ctx, { params, body }) => setWelcome(ctx, params.form_id, body),
};

export const handlers = {
  forms: formHandlers,
  formDraft: formDraftHandlers,
  formReport: formReportHandlers,
  formUnknown: unknownFormEmailHandlers,
};
