import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { unsubscribePageRoutes } from "./contract.ts";
import * as pages from "./service.ts";

export const unsubscribePageHandlers: HandlersOf<Context, typeof unsubscribePageRoutes.records> = {
  listUnsubscribePages: (ctx, { query }) => pages.listUnsubscribePages(ctx, query),
  createUnsubscribePage: (ctx, { body }) => pages.createUnsubscribePage(ctx, body),
  previewUnsubscribePage: (ctx, { body }) => pages.previewUnsubscribePage(ctx, body),
  getUnsubscribePage: (ctx, { params }) => pages.getUnsubscribePage(ctx, params.unsub_page_id),
  updateUnsubscribePage: (ctx, { params, body }) => pages.updateUnsubscribePage(ctx, params.unsub_page_id, body),
  deleteUnsubscribePage: (ctx, { params }) => pages.deleteUnsubscribePage(ctx, params.unsub_page_id),
  copyUnsubscribePage: (ctx, { params, body }) => pages.copyUnsubscribePage(ctx, params.unsub_page_id, body),
  makeUnsubscribePageDefault: (ctx, { params }) => pages.makeUnsubscribePageDefault(ctx, params.unsub_page_id),
  unmakeUnsubscribePageDefault: (ctx, { params }) => pages.unmakeUnsubscribePageDefault(ctx, params.unsub_page_id),
};
