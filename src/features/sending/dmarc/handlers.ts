import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { dmarcRoutes } from "./contract.ts";
import * as dmarc from "./service.ts";

export const dmarcHandlers: HandlersOf<Context, typeof dmarcRoutes.records> = {
  getDmarcOverview: (ctx) => dmarc.getDmarcOverview(ctx),
  getDmarcReport: (ctx, { query }) => dmarc.getDmarcReport(ctx, query),
};
