import type { Context, VisitorContext } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { auditLogRoutes } from "./audit-log/contract.ts";
import { listAuditLog } from "./audit-log/service.ts";
import * as company from "./company/service.ts";
import type { accountRoutes, publicRoutes } from "./contract.ts";
import * as labels from "../labels/service.ts";
import type { lifecycleRoutes } from "./lifecycle/contract.ts";
import * as lifecycle from "./lifecycle/service.ts";
import type { maintenanceRoutes } from "./maintenance/contract.ts";
import * as maintenance from "./maintenance/service.ts";
import * as notifications from "./notifications/service.ts";
import type { onboardingRoutes } from "./onboarding/contract.ts";
import * as onboarding from "./onboarding/service.ts";
import { getPriceList } from "./prices.ts";
import { listUnfinishedActions } from "./running-actions.ts";
import type { savedViewRoutes } from "./saved-views/contract.ts";
import * as savedViews from "./saved-views/service.ts";
import type { sendingDefaultRoutes } from "./sending-defaults/contract.ts";
import * as sendingDefaults from "./sending-defaults/service.ts";
import type { shopEnrichmentRoutes } from "./shop-enrichment/contract.ts";
import * as enrichment from "./shop-enrichment/service.ts";
import * as settings from "./shop-settings/service.ts";
import * as shops from "./shops/service.ts";

export const accountHandlers: HandlersOf<Context, typeof accountRoutes.records> = {
  getCompany: (ctx) => company.getCompany(ctx),
  updateCompany: (ctx, { body }) => company.updateCompany(ctx, body),
  listShops: (ctx, { query }) => shops.listShops(ctx, query),
  createShop: (ctx, { body }) => shops.createShop(ctx, body),
  getShop: (ctx, { params }) => shops.getShop(ctx, params.shop_id),
  updateShop: (ctx, { params, body }) => shops.updateShop(ctx, params.shop_id, body),
  getShopBrand: (ctx, { params }) => settings.getBrand(ctx, params.shop_id),
  replaceShopBrand: (ctx, { params, body }) => settings.replaceBrand(ctx, params.shop_id, body),
  setContactLanguage: (ctx, { params, body }) => shops.setContactLanguage(ctx, params.shop_id, body),
  enableShop: (ctx, { params }) => shops.enableShop(ctx, params.shop_id),
  disableShop: (ctx, { params }) => shops.disableShop(ctx, params.shop_id),
  listConsentSettings: (ctx) => settings.listConsentSettings(ctx),
  updateConsentSettings: (ctx, { params, body }) => settings.updateConsentSettings(ctx, params.shop_id, body),
  listShopSettings: (ctx) => settings.listShopSettings(ctx),
  updateShopSettings: (ctx, { params, body }) => settings.updateShopSettings(ctx, params.shop_id, body),
  listLabels: (ctx) => labels.listLabels(ctx),
  createLabel: (ctx, { body }) => labels.createLabel(ctx, body),
  updateLabel: (ctx, { params, body }) => labels.updateLabel(ctx, params.label_id, body),
  deleteLabel: (ctx, { params }) => labels.deleteLabel(ctx, params.label_id),
  assignLabel: (ctx, { params, body }) => labels.assignLabel(ctx, params.label_id, body),
  listGridTags: (ctx) => labels.listLabelsInUse(ctx),
  listNotifications: (ctx, { query }) => notifications.listNotifications(ctx, query),
  readNotifications: (ctx, { body }) => notifications.markNotificationsRead(ctx, body),
  unreadNotifications: (ctx, { body }) => notifications.markNotificationsUnread(ctx, body),
  deleteNotifications: (ctx, { body }) => notifications.deleteNotifications(ctx, body),
  listRunningActions: (ctx) => listUnfinishedActions(ctx),
};

const savedViewHandlers: HandlersOf<Context, typeof savedViewRoutes.records> = {
  listSavedViews: (ctx, { query }) => savedViews.listSavedViews(ctx, query),
  createSavedView: (ctx, { body }) => savedViews.createSavedView(ctx, body),
  updateSavedView: (ctx, { params, body }) => savedViews.updateSavedView(ctx, params.view_id, body),
  deleteSavedView: (ctx, { params }) => savedViews.deleteSavedView(ctx, params.view_id),
};

const auditLogHandlers: HandlersOf<Context, typeof auditLogRoutes.records> = {
  listAuditLog: (ctx, { query }) => listAuditLog(ctx, query),
};

const lifecycleHandlers: HandlersOf<Context, typeof lifecycleRoutes.records> = {
  getCompanyStanding: (ctx) => lifecycle.getLifecycleState(ctx),
  requestCompanyDeletion: (ctx) => lifecycle.requestDeletionAsMember(ctx),
  cancelCompanyDeletion: (ctx) => lifecycle.cancelDeletion(ctx),
};

const sendingDefaultHandlers: HandlersOf<Context, typeof sendingDefaultRoutes.records> = {
  getSendingDefaults: (ctx) => sendingDefaults.getSendingDefaults(ctx),
  setSendingDefaults: (ctx, { body }) => sendingDefaults.setSendingDefaults(ctx, body),
};

const onboardingHandlers: HandlersOf<Context, typeof onboardingRoutes.records> = {
  getOnboarding: (ctx) => onboarding.getOnboarding(ctx),
  updateOnboarding: (ctx, { body }) => onboarding.updateOnboarding(ctx, body),
};

const maintenanceHandlers: HandlersOf<Context, typeof maintenanceRoutes.records> = {
  maintainPhones: (ctx, { body }) => maintenance.maintainPhones(ctx, body),
  maintainShopEnrichment: (ctx, { body }) => maintenance.maintainShopEnrichment(ctx, body),
  maintainLegacyContacts: (ctx, { body }) => maintenance.maintainLegacyContacts(ctx, body),
};

const shopEnrichmentHandlers: HandlersOf<Context, typeof shopEnrichmentRoutes.records> = {
  getShopEnrichment: (ctx) => enrichment.getShopEnrichment(ctx),
  setShopEnrichment: (ctx, { body }) => enrichment.setShopEnrichment(ctx, body),
};

export const publicHandlers: HandlersOf<VisitorContext, typeof publicRoutes.records> = {
  getPriceList: (ctx) => getPriceList(ctx),
};

export const handlers = {
  account: accountHandlers,
  auditLog: auditLogHandlers,
  savedViews: savedViewHandlers,
  lifecycle: lifecycleHandlers,
  maintenance: maintenanceHandlers,
  onboarding: onboardingHandlers,
  shopEnrichment: shopEnrichmentHandlers,
  sendingDefaults: sendingDefaultHandlers,
  public: publicHandlers,
};
