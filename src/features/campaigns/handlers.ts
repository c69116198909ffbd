import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { measure } from "./audience/service.ts";
import type { campaignRoutes } from "./contract.ts";

export const campaignHandlers: HandlersOf<Context, typeof campaignRoutes.records> = {
  measureAudience: (ctx, { body }) => measure(ctx, body),
};
