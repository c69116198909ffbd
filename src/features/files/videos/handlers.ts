import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { videoRoutes } from "./contract.ts";
import { addVideoThumbnail } from "./service.ts";

export const videoHandlers: HandlersOf<Context, typeof videoRoutes.records> = {
  addVideoThumbnail: (ctx, { body }) => addVideoThumbnail(ctx, body),
};
