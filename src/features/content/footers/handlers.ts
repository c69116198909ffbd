import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { footerRoutes } from "./contract.ts";
import * as footers from "./service.ts";

export const footerHandlers: HandlersOf<Context, typeof footerRoutes.records> = {
  listFooters: (ctx, { query }) => footers.listFooters(ctx, query),
  createFooter: (ctx, { body }) => footers.createFooter(ctx, body),
  getFooter: (ctx, { params }) => footers.getFooter(ctx, params.footer_id),
  updateFooter: (ctx, { params, body }) => footers.updateFooter(ctx, params.footer_id, body),
  deleteFooter: (ctx, { params }) => footers.deleteFooter(ctx, params.footer_id),
  getFooterContent: (ctx, { params }) => footers.getFooterContent(ctx, params.footer_id),
  saveFooterContent: (ctx, { params, body }) => footers.saveFooterContent(ctx, params.footer_id, body),
  copyFooter: (ctx, { params, body }) => footers.copyFooter(ctx, params.footer_id, body),
  makeFooterDefault: (ctx, { params }) => footers.makeFooterDefault(ctx, params.footer_id),
  unmakeFooterDefault: (ctx, { params }) => footers.unmakeFooterDefault(ctx, params.footer_id),
  publishFooter: (ctx, { params }) => footers.publishFooter(ctx, params.footer_id),
  listFooterVersions: (ctx, { params, query }) => footers.listFooterVersions(ctx, params.footer_id, query),
  getFooterVersion: (ctx, { params }) => footers.getFooterVersion(ctx, params.footer_id, params.version_id),
};
