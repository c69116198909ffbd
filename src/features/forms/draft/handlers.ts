import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { formDraftRoutes } from "./contract.ts";
import * as drafts from "./service.ts";

export const formDraftHandlers: HandlersOf<Context, typeof formDraftRoutes.records> = {
  getFormDraft: (ctx, { params }) => drafts.getFormDraft(ctx, params.form_id),
  saveFormDraft: (ctx, { params, body }) => drafts.saveFormDraft(ctx, params.form_id, body),
  discardFormDraft: (ctx, { params }) => drafts.discardFormDraft(ctx, params.form_id),
  publishForm: (ctx, { params, body }) => drafts.publishForm(ctx, params.form_id, body),
};
