import type { Context } from "../../context.ts";
import { validation } from "../../kernel/errors.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { importRoutes } from "./contract.ts";
import * as drafts from "./drafts/service.ts";
import { uploadImportFile, uploadImportText } from "./files/service.ts";
import { previewImport } from "./preview.ts";
import { downloadRejectedRows } from "./rejected-rows.ts";
import * as imports from "./service.ts";

export const importHandlers: HandlersOf<Context, typeof importRoutes.records> = {
  listImports: (ctx, { query }) => imports.listImports(ctx, query),
  createImport: (ctx, { body }) => imports.createImport(ctx, body),
  uploadImportFile: async (ctx, { body, upload }) => {
    if (upload !== undefined) return uploadImportFile(ctx, upload);
    if (body === undefined) throw validation("file", { required: true });
    return uploadImportText(ctx, body);
  },
  previewImport: (ctx, { body }) => previewImport(ctx, body),
  createImportDraft: (ctx, { body }) => drafts.createImportDraft(ctx, body),
  getImportDraft: (ctx, { params }) => drafts.getImportDraft(ctx, params.import_id),
  replaceImportDraft: (ctx, { params, body }) => drafts.replaceImportDraft(ctx, params.import_id, body),
  getImport: (ctx, { params }) => imports.getImport(ctx, params.import_id),
  deleteImport: (ctx, { params }) => imports.deleteImport(ctx, params.import_id),
  downloadRejectedRows: (ctx, { params }) => downloadRejectedRows(ctx, params.import_id),
};

export const handlers = { imports: importHandlers };
