import { fileFolderHandlers } from "./folders/handlers.ts";
import { stockPhotoHandlers } from "./stock-photos/handlers.ts";
import { videoHandlers } from "./videos/handlers.ts";
import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { fileRoutes } from "./contract.ts";
import * as files from "./service.ts";
import { addFileByUrl, addUploadedFile } from "./upload.ts";

export const fileHandlers: HandlersOf<Context, typeof fileRoutes.records> = {
  listFiles: (ctx, { query }) => files.listFiles(ctx, query),
  uploadFile: (ctx, { upload, body }) =>
    upload === undefined ? addFileByUrl(ctx, body) : addUploadedFile(ctx, upload),
  getFile: (ctx, { params }) => files.getFileDetail(ctx, params.asset_id),
  updateFile: (ctx, { params, body }) => files.updateFile(ctx, params.asset_id, body),
  deleteFile: (ctx, { params }) => files.deleteFile(ctx, params.asset_id),
  pickFile: (ctx, { params }) => files.markFilePicked(ctx, params.asset_id),
};

export const handlers = {
  files: fileHandlers,
  folders: fileFolderHandlers,
  stockPhotos: stockPhotoHandlers,
  videos: videoHandlers,
};
