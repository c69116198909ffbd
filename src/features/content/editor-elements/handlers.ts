import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { editorElementRoutes } from "./contract.ts";
import * as elements from "./service.ts";

export const editorElementHandlers: HandlersOf<Context, typeof editorElementRoutes.records> = {
  listEditorElements: (ctx, { query }) => elements.list(ctx, query),
  createEditorElement: (ctx, { body }) => elements.create(ctx, body),
  updateEditorElement: (ctx, { params, body }) => elements.update(ctx, params.element_id, body),
  deleteEditorElement: (ctx, { params }) => elements.remove(ctx, params.element_id),
};
