import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { checkRoutes } from "./contract.ts";
import { checkSpam, lintContent } from "./service.ts";

export const checkHandlers: HandlersOf<Context, typeof checkRoutes.records> = {
  lintContent: (ctx, { body }) => lintContent(ctx, body),
  checkSpam: (ctx, { body }) => checkSpam(ctx, body),
};
