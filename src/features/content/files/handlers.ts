import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { fileRoutes } from "./contract.ts";
import * as files from "./service.ts";
import { addByUrl, addUpload } from "./upload.ts";

export const fileHandlers: HandlersOf<Context, typeof fileRoutes.records> = {
  listFiles: (ctx, { query }) => files.list(ctx, query),
  uploadFile: (ctx, { upload, body }) => (upload === undefined ? addByUrl(ctx, body) : addUpload(ctx, upload)),
  getFile: (ctx, { params }) => files.getDetail(ctx, params.asset_id),
  updateFile: (ctx, { params, body }) => files.update(ctx, params.asset_id, body),
  deleteFile: (ctx, { params }) => files.remove(ctx, params.asset_id),
  pickFile: (ctx, { params }) => files.pick(ctx, params.asset_id),
};
