import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import { checkScript } from "./check.ts";
import type { webTrackingRoutes } from "./contract.ts";
import * as service from "./service.ts";

const webTrackingHandlers: HandlersOf<Context, typeof webTrackingRoutes.records> = {
  listSiteScripts: (ctx) => service.listScripts(ctx),
  updateSiteScript: (ctx, { params, body }) => service.updateScript(ctx, params.shop_id, body),
  checkSiteScript: (ctx, { params, body }) => checkScript(ctx, params.shop_id, body),
  listWebTracking: (ctx) => service.listTracking(ctx),
  listWebEvents: (ctx, { query }) => service.listWebEvents(ctx, query),
  updateWebTracking: (ctx, { params, body }) => service.updateTracking(ctx, params.shop_id, body),
};

export const handlers = { site: webTrackingHandlers };
