import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { rfmRoutes } from "./contract.ts";
import * as rfm from "./service.ts";

export const rfmHandlers: HandlersOf<Context, typeof rfmRoutes.records> = {
  getRfm: (ctx, { query }) => rfm.getRfm(ctx, query),
  requestRfm: (ctx) => rfm.requestRfm(ctx),
};
