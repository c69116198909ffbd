import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { editorElementRoutes } from "./contract.ts";
import * as elements from "./service.ts";

export const editorElementHandlers: HandlersOf<Context, typeof editorElementRoutes.records> = {
  listEditorElements: (ctx, { query }) => elements.listEditorElements(ctx, query),
  createEditorElement: (ctx, { body }) => elements.createEditorElement(ctx, body),
  updateEditorElement: (ctx, { params, body }) => elements.updateEditorElement(ctx, params.element_id, body),
  deleteEditorElement: (ctx, { params }) => elements.deleteEditorElement(ctx, params.element_id),
};
