import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { exportRoutes } from "./contract.ts";
import * as exports from "./service.ts";

export const exportHandlers: HandlersOf<Context, typeof exportRoutes.records> = {
  listExportFields: (ctx) => exports.listExportFields(ctx),
  listContactValues: (ctx, { query }) => exports.listContactValues(ctx, query),
  listExports: (ctx, { query }) => exports.listExports(ctx, query),
  createExport: (ctx, { body }) => exports.createExport(ctx, body),
  getExport: (ctx, { params }) => exports.getExport(ctx, params.export_id),
  downloadExport: (ctx, { params }) => exports.downloadExport(ctx, params.export_id),
};

export const handlers = { exports: exportHandlers };
