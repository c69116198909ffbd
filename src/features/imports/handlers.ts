import type { Context } from "../../context.ts";
import { validation } from "../../kernel/errors.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { importRoutes } from "./contract.ts";
import * as drafts from "./drafts/service.ts";
import { receiveFile, receiveText } from "./files/service.ts";
import { preview } from "./preview.ts";
import { download } from "./rejected.ts";
import * as imports from "./service.ts";

export const importHandlers: HandlersOf<Context, typeof importRoutes.records> = {
  listImports: (ctx, { query }) => imports.list(ctx, query),
  createImport: (ctx, { body }) => imports.start(ctx, body),
  uploadImportFile: async (ctx, { body, upload }) => {
    if (upload !== undefined) return receiveFile(ctx, upload);
    if (body === undefined) throw validation("file");
    return receiveText(ctx, body);
  },
  previewImport: (ctx, { body }) => preview(ctx, body),
  createImportDraft: (ctx, { body }) => drafts.create(ctx, body),
  getImportDraft: (ctx, { params }) => drafts.get(ctx, params.import_id),
  replaceImportDraft: (ctx, { params, body }) => drafts.replace(ctx, params.import_id, body),
  getImport: (ctx, { params }) => imports.get(ctx, params.import_id),
  deleteImport: (ctx, { params }) => imports.remove(ctx, params.import_id),
  downloadRejectedRows: (ctx, { params }) => download(ctx, params.import_id),
};

export const handlers = { imports: importHandlers };
