import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { fileFolderRoutes } from "./contract.ts";
import * as folders from "./service.ts";

export const fileFolderHandlers: HandlersOf<Context, typeof fileFolderRoutes.records> = {
  listFileFolders: (ctx) => folders.listFolders(ctx),
  createFileFolder: (ctx, { body }) => folders.createFolder(ctx, body),
  updateFileFolder: (ctx, { params, body }) => folders.updateFolder(ctx, params.folder_id, body),
  deleteFileFolder: (ctx, { params }) => folders.deleteFolder(ctx, params.folder_id),
};
