import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { unsubscribePageRoutes } from "./contract.ts";
import * as pages from "./service.ts";

export const unsubscribePageHandlers: HandlersOf<Context, typeof unsubscribePageRoutes.records> = {
  listUnsubscribePages: (ctx, { query }) => pages.list(ctx, query),
  createUnsubscribePage: (ctx, { body }) => pages.create(ctx, body),
  previewUnsubscribePage: (ctx, { body }) => pages.preview(ctx, body),
  getUnsubscribePage: (ctx, { params }) => pages.get(ctx, params.unsub_page_id),
  updateUnsubscribePage: (ctx, { params, body }) => pages.update(ctx, params.unsub_page_id, body),
  deleteUnsubscribePage: (ctx, { params }) => pages.remove(ctx, params.unsub_page_id),
  copyUnsubscribePage: (ctx, { params, body }) => pages.copy(ctx, params.unsub_page_id, body),
  makeUnsubscribePageDefault: (ctx, { params }) => pages.makeDefault(ctx, params.unsub_page_id),
  unmakeUnsubscribePageDefault: (ctx, { params }) => pages.unmakeDefault(ctx, params.unsub_page_id),
};
