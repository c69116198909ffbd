import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { stockPhotoRoutes } from "./contract.ts";
import * as photos from "./service.ts";

export const stockPhotoHandlers: HandlersOf<Context, typeof stockPhotoRoutes.records> = {
  listStockPhotos: (ctx, { query }) => photos.listStockPhotos(ctx, query),
  getStockPhotoStatus: (ctx) => photos.getStockPhotoStatus(ctx),
  addStockPhoto: (ctx, { body }) => photos.addStockPhoto(ctx, body),
};
