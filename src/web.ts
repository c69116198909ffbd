import type { FastifyInstance } from "fastify";
import { publicUrlOf, type App } from "./app.ts";
import { openPool } from "./db/tenant.ts";
import { accountRoutes, publicRoutes } from "./features/account/contract.ts";
import { accountHandlers, publicHandlers } from "./features/account/handlers.ts";
import { campaignContentRoutes } from "./features/campaigns/content/contract.ts";
import { campaignContentHandlers } from "./features/campaigns/content/handlers.ts";
import { campaignRoutes } from "./features/campaigns/contract.ts";
import { campaignHandlers } from "./features/campaigns/handlers.ts";
import { variantRoutes } from "./features/campaigns/variants/contract.ts";
import { variantHandlers } from "./features/campaigns/variants/handlers.ts";
import { sendingHookRoutes } from "./features/bounces/hooks/contract.ts";
import { sendingHookHandlers } from "./features/bounces/hooks/handlers.ts";
import { contactRoutes } from "./features/contacts/contract.ts";
import { customFieldRoutes } from "./features/contacts/fields/contract.ts";
import { customFieldHandlers } from "./features/contacts/fields/handlers.ts";
import { contactHandlers } from "./features/contacts/handlers.ts";
import { editorElementRoutes } from "./features/content/editor-elements/contract.ts";
import { editorElementHandlers } from "./features/content/editor-elements/handlers.ts";
import { fileFolderRoutes } from "./features/content/file-folders/contract.ts";
import { fileFolderHandlers } from "./features/content/file-folders/handlers.ts";
import { fileRoutes } from "./features/content/files/contract.ts";
import { fileHandlers } from "./features/content/files/handlers.ts";
import { smsTemplateRoutes } from "./features/content/sms-templates/contract.ts";
import { smsTemplateHandlers } from "./features/content/sms-templates/handlers.ts";
import { stockPhotoRoutes } from "./features/content/stock-photos/contract.ts";
import { stockPhotoHandlers } from "./features/content/stock-photos/handlers.ts";
import { videoRoutes } from "./features/content/videos/contract.ts";
import { videoHandlers } from "./features/content/videos/handlers.ts";
import { importRoutes } from "./features/imports/contract.ts";
import { importHandlers } from "./features/imports/handlers.ts";
import { listRoutes, shopListRoutes } from "./features/lists/contract.ts";
import { listHandlers, shopListHandlers } from "./features/lists/handlers.ts";
import { orderRoutes } from "./features/orders/contract.ts";
import { orderHandlers } from "./features/orders/handlers.ts";
import { checkRoutes } from "./features/content/checks/contract.ts";
import { checkHandlers } from "./features/content/checks/handlers.ts";
import { footerRoutes } from "./features/content/footers/contract.ts";
import { footerHandlers } from "./features/content/footers/handlers.ts";
import { scriptTemplateRoutes } from "./features/content/script-templates/contract.ts";
import { scriptTemplateHandlers } from "./features/content/script-templates/handlers.ts";
import { templateRoutes } from "./features/content/templates/contract.ts";
import { templateHandlers } from "./features/content/templates/handlers.ts";
import { testRecipientRoutes } from "./features/content/test-emails/contract.ts";
import { testRecipientHandlers } from "./features/content/test-emails/handlers.ts";
import { landingPageRoutes } from "./features/content/landing-pages/contract.ts";
import { landingPageHandlers } from "./features/content/landing-pages/handlers.ts";
import { surveyRoutes } from "./features/content/surveys/contract.ts";
import { surveyHandlers } from "./features/content/surveys/handlers.ts";
import { unsubscribePageRoutes } from "./features/content/unsubscribe-pages/contract.ts";
import { unsubscribePageHandlers } from "./features/content/unsubscribe-pages/handlers.ts";
import { exportRoutes } from "./features/exports/contract.ts";
import { exportHandlers } from "./features/exports/handlers.ts";
import { peopleRoutes, sessionRoutes } from "./features/people/contract.ts";
import { peopleHandlers, sessionHandlers } from "./features/people/handlers.ts";
import { deliverabilityRoutes } from "./features/sending/deliverability/contract.ts";
import { deliverabilityHandlers } from "./features/sending/deliverability/handlers.ts";
import { dmarcRoutes } from "./features/sending/dmarc/contract.ts";
import { dmarcHandlers } from "./features/sending/dmarc/handlers.ts";
import { sendingDomainRoutes } from "./features/sending/domains/contract.ts";
import { sendingDomainHandlers } from "./features/sending/domains/handlers.ts";
import { senderRoutes, verifiedSenderRoutes } from "./features/sending/senders/contract.ts";
import { senderHandlers, verifiedSenderHandlers } from "./features/sending/senders/handlers.ts";
import { sendingSettingRoutes } from "./features/sending/settings/contract.ts";
import { sendingSettingHandlers } from "./features/sending/settings/handlers.ts";
import { segmentRoutes } from "./features/segments/contract.ts";
import { segmentHandlers } from "./features/segments/handlers.ts";
import { campaignStatsRoutes, statisticsRoutes } from "./features/statistics/contract.ts";
import { campaignStatsHandlers, statisticsHandlers } from "./features/statistics/handlers.ts";
import { findSentHtml } from "./features/campaigns/engine/browser.ts";
import { KeyDraws } from "./http/key-draws.ts";
import { bindCompany, bindVisitor, type Binding } from "./http/routes.ts";
import { createServer, type ServerParts } from "./http/server.ts";
import { registerDocs } from "./surfaces/docs/docs.ts";
import { registerProviderHooks } from "./surfaces/hooks/provider-hooks.ts";
import { registerPublicFiles } from "./surfaces/public/files.ts";
import { registerAccountPages } from "./surfaces/pages/account-pages.ts";
import { registerPublicPages } from "./surfaces/pages/public-pages.ts";
import { registerTracking } from "./surfaces/track/track.ts";

const bindings: readonly Binding[] = [
  ...bindCompany(contactRoutes, contactHandlers),
  ...bindCompany(customFieldRoutes, customFieldHandlers),
  ...bindCompany(importRoutes, importHandlers),
  ...bindCompany(listRoutes, listHandlers),
  ...bindCompany(shopListRoutes, shopListHandlers),
  ...bindCompany(orderRoutes, orderHandlers),
  ...bindCompany(exportRoutes, exportHandlers),
  ...bindCompany(editorElementRoutes, editorElementHandlers),
  ...bindCompany(fileFolderRoutes, fileFolderHandlers),
  ...bindCompany(fileRoutes, fileHandlers),
  ...bindCompany(smsTemplateRoutes, smsTemplateHandlers),
  ...bindCompany(stockPhotoRoutes, stockPhotoHandlers),
  ...bindCompany(videoRoutes, videoHandlers),
  ...bindCompany(segmentRoutes, segmentHandlers),
  ...bindCompany(campaignRoutes, campaignHandlers),
  ...bindCompany(campaignContentRoutes, campaignContentHandlers),
  ...bindCompany(variantRoutes, variantHandlers),
  ...bindCompany(templateRoutes, templateHandlers),
  ...bindCompany(footerRoutes, footerHandlers),
  ...bindCompany(scriptTemplateRoutes, scriptTemplateHandlers),
  ...bindCompany(checkRoutes, checkHandlers),
  ...bindCompany(testRecipientRoutes, testRecipientHandlers),
  ...bindCompany(unsubscribePageRoutes, unsubscribePageHandlers),
  ...bindCompany(landingPageRoutes, landingPageHandlers),
  ...bindCompany(surveyRoutes, surveyHandlers),
  ...bindCompany(verifiedSenderRoutes, verifiedSenderHandlers),
  ...bindCompany(senderRoutes, senderHandlers),
  ...bindCompany(sendingDomainRoutes, sendingDomainHandlers),
  ...bindCompany(deliverabilityRoutes, deliverabilityHandlers),
  ...bindCompany(dmarcRoutes, dmarcHandlers),
  ...bindCompany(sendingSettingRoutes, sendingSettingHandlers),
  ...bindCompany(campaignStatsRoutes, campaignStatsHandlers),
  ...bindCompany(statisticsRoutes, statisticsHandlers),
  ...bindCompany(sendingHookRoutes, sendingHookHandlers),
  ...bindCompany(accountRoutes, accountHandlers),
  ...bindCompany(peopleRoutes, peopleHandlers),
  ...bindVisitor(sessionRoutes, sessionHandlers),
  ...bindVisitor(publicRoutes, publicHandlers),
];

/** The server; closing it closes the connection that it opened for itself. */
export function createHttp(app: App, databaseUrl: string): FastifyInstance {
  const { config, db, services, log } = app;
  // One connection for keys and limits: the requests of a company take turns in it instead of waiting for its bucket.
  const keyDb = openPool(databaseUrl, 1);
  const parts: ServerParts = {
    db,
    draws: new KeyDraws(keyDb, config.apiLimits),
    services,
    clock: services.clock,
    limits: config.apiLimits,
    publicUrls: config.publicUrls.length > 0 ? config.publicUrls : [publicUrlOf(config)],
    trustProxy: config.trustProxy,
    log,
  };
  const server = createServer(parts, bindings);
  registerAccountPages(server, { db, services });
  registerPublicFiles(server, { db, files: services.files });
  registerPublicPages(server, { db, services, publicUrls: parts.publicUrls, log, messages: [findSentHtml] });
  registerTracking(server, { db, clock: services.clock, log, trustProxy: parts.trustProxy });
  registerProviderHooks(server, { db, services });
  server.addHook("onClose", () => keyDb.close());
  registerDocs(server, { publicUrl: publicUrlOf(config) });
  return server;
}
