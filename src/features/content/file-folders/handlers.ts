import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { fileFolderRoutes } from "./contract.ts";
import * as folders from "./service.ts";

export const fileFolderHandlers: HandlersOf<Context, typeof fileFolderRoutes.records> = {
  listFileFolders: (ctx) => folders.list(ctx),
  createFileFolder: (ctx, { body }) => folders.create(ctx, body),
  updateFileFolder: (ctx, { params, body }) => folders.update(ctx, params.folder_id, body),
  deleteFileFolder: (ctx, { params }) => folders.remove(ctx, params.folder_id),
};
