import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { landingPageRoutes } from "./contract.ts";
import * as pages from "./service.ts";

export const landingPageHandlers: HandlersOf<Context, typeof landingPageRoutes.records> = {
  listLandingPages: (ctx, { query }) => pages.listLandingPages(ctx, query),
  createLandingPage: (ctx, { body }) => pages.createLandingPage(ctx, body),
  getLandingPage: (ctx, { params }) => pages.getLandingPage(ctx, params.id),
  updateLandingPage: (ctx, { params, body }) => pages.updateLandingPage(ctx, params.id, body),
  previewLandingPage: (ctx, { body }) => pages.previewLandingPage(ctx, body),
  deleteLandingPage: (ctx, { params }) => pages.deleteLandingPage(ctx, params.id),
  copyLandingPage: (ctx, { params, body }) => pages.copyLandingPage(ctx, params.id, body),
};
