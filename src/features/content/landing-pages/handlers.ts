import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { landingPageRoutes } from "./contract.ts";
import * as pages from "./service.ts";

export const landingPageHandlers: HandlersOf<Context, typeof landingPageRoutes.records> = {
  listLandingPages: (ctx, { query }) => pages.list(ctx, query),
  createLandingPage: (ctx, { body }) => pages.create(ctx, body),
  getLandingPage: (ctx, { params }) => pages.get(ctx, params.id),
  updateLandingPage: (ctx, { params, body }) => pages.update(ctx, params.id, body),
  deleteLandingPage: (ctx, { params }) => pages.remove(ctx, params.id),
  copyLandingPage: (ctx, { params, body }) => pages.copy(ctx, params.id, body),
};
