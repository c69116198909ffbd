import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { footerRoutes } from "./contract.ts";
import * as footers from "./service.ts";

export const footerHandlers: HandlersOf<Context, typeof footerRoutes.records> = {
  listFooters: (ctx, { query }) => footers.list(ctx, query),
  createFooter: (ctx, { body }) => footers.create(ctx, body),
  getFooter: (ctx, { params }) => footers.get(ctx, params.footer_id),
  updateFooter: (ctx, { params, body }) => footers.update(ctx, params.footer_id, body),
  deleteFooter: (ctx, { params }) => footers.remove(ctx, params.footer_id),
  getFooterContent: (ctx, { params }) => footers.getContent(ctx, params.footer_id),
  saveFooterContent: (ctx, { params, body }) => footers.saveContent(ctx, params.footer_id, body),
  copyFooter: (ctx, { params, body }) => footers.copy(ctx, params.footer_id, body),
  makeFooterDefault: (ctx, { params }) => footers.makeDefault(ctx, params.footer_id),
  unmakeFooterDefault: (ctx, { params }) => footers.unmakeDefault(ctx, params.footer_id),
  publishFooter: (ctx, { params }) => footers.publish(ctx, params.footer_id),
  listFooterVersions: (ctx, { params, query }) => footers.listVersions(ctx, params.footer_id, query),
  getFooterVersion: (ctx, { params }) => footers.getVersion(ctx, params.footer_id, params.version_id),
};
