import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { exportRoutes } from "./contract.ts";
import * as exports from "./service.ts";

export const exportHandlers: HandlersOf<Context, typeof exportRoutes.records> = {
  listExportFields: (ctx) => exports.listFields(ctx),
  listExports: (ctx, { query }) => exports.list(ctx, query),
  createExport: (ctx, { body }) => exports.create(ctx, body),
  getExport: (ctx, { params }) => exports.get(ctx, params.export_id),
  downloadExport: (ctx, { params }) => exports.download(ctx, params.export_id),
};

export const handlers = { exports: exportHandlers };
