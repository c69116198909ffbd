import type { Context, VisitorContext } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import * as company from "./company/service.ts";
import type { accountRoutes, publicRoutes } from "./contract.ts";
import * as labels from "../labels/service.ts";
import * as notifications from "./notifications/service.ts";
import { listPrices } from "./prices.ts";
import { listRunning } from "./running-actions.ts";
import * as settings from "./shop-settings/service.ts";
import * as shops from "./shops/service.ts";

export const accountHandlers: HandlersOf<Context, typeof accountRoutes.records> = {
  getCompany: (ctx) => company.get(ctx),
  updateCompany: (ctx, { body }) => company.update(ctx, body),
  listShops: (ctx, { query }) => shops.list(ctx, query),
  createShop: (ctx, { body }) => shops.create(ctx, body),
  getShop: (ctx, { params }) => shops.get(ctx, params.shop_id),
  updateShop: (ctx, { params, body }) => shops.update(ctx, params.shop_id, body),
  getShopBrand: (ctx, { params }) => settings.getBrand(ctx, params.shop_id),
  replaceShopBrand: (ctx, { params, body }) => settings.replaceBrand(ctx, params.shop_id, body),
  setContactLanguage: (ctx, { params, body }) => shops.setContactLanguage(ctx, params.shop_id, body),
  enableShop: (ctx, { params }) => shops.enable(ctx, params.shop_id),
  disableShop: (ctx, { params }) => shops.disable(ctx, params.shop_id),
  listConsentSettings: (ctx) => settings.listConsentSettings(ctx),
  updateConsentSettings: (ctx, { params, body }) => settings.updateConsentSettings(ctx, params.shop_id, body),
  listShopSettings: (ctx) => settings.listShopSettings(ctx),
  updateShopSettings: (ctx, { params, body }) => settings.updateShopSettings(ctx, params.shop_id, body),
  listLabels: (ctx) => labels.list(ctx),
  createLabel: (ctx, { body }) => labels.create(ctx, body),
  updateLabel: (ctx, { params, body }) => labels.update(ctx, params.label_id, body),
  deleteLabel: (ctx, { params }) => labels.remove(ctx, params.label_id),
  assignLabel: (ctx, { params, body }) => labels.assign(ctx, params.label_id, body),
  listGridTags: (ctx) => labels.listInUse(ctx),
  listNotifications: (ctx, { query }) => notifications.list(ctx, query),
  readNotifications: (ctx, { body }) => notifications.markRead(ctx, body),
  unreadNotifications: (ctx, { body }) => notifications.markUnread(ctx, body),
  deleteNotifications: (ctx, { body }) => notifications.remove(ctx, body),
  listRunningActions: (ctx) => listRunning(ctx),
};

export const publicHandlers: HandlersOf<VisitorContext, typeof publicRoutes.records> = {
  getPriceList: (ctx) => listPrices(ctx),
};

export const handlers = { account: accountHandlers, public: publicHandlers };
