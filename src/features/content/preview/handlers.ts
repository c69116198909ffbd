import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { previewRoutes } from "./contract.ts";
import { previewContent } from "./service.ts";

export const previewHandlers: HandlersOf<Context, typeof previewRoutes.records> = {
  previewContent: (ctx, { body }) => previewContent(ctx, body),
};
