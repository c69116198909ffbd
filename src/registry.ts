import { accountRoutes, publicRoutes } from "./features/account/contract.ts";
import { campaignContentRoutes } from "./features/campaigns/content/contract.ts";
import { campaignRoutes } from "./features/campaigns/contract.ts";
import { variantRoutes } from "./features/campaigns/variants/contract.ts";
import { sendingHookRoutes } from "./features/bounces/hooks/contract.ts";
import { contactRoutes } from "./features/contacts/contract.ts";
import { customFieldRoutes } from "./features/contacts/fields/contract.ts";
import { editorElementRoutes } from "./features/content/editor-elements/contract.ts";
import { fileFolderRoutes } from "./features/content/file-folders/contract.ts";
import { fileRoutes } from "./features/content/files/contract.ts";
import { smsTemplateRoutes } from "./features/content/sms-templates/contract.ts";
import { stockPhotoRoutes } from "./features/content/stock-photos/contract.ts";
import { videoRoutes } from "./features/content/videos/contract.ts";
import { importRoutes } from "./features/imports/contract.ts";
import { listRoutes, shopListRoutes } from "./features/lists/contract.ts";
import { orderRoutes } from "./features/orders/contract.ts";
import { checkRoutes } from "./features/content/checks/contract.ts";
import { footerRoutes } from "./features/content/footers/contract.ts";
import { scriptTemplateRoutes } from "./features/content/script-templates/contract.ts";
import { templateRoutes } from "./features/content/templates/contract.ts";
import { testRecipientRoutes } from "./features/content/test-emails/contract.ts";
import { landingPageRoutes } from "./features/content/landing-pages/contract.ts";
import { surveyRoutes } from "./features/content/surveys/contract.ts";
import { unsubscribePageRoutes } from "./features/content/unsubscribe-pages/contract.ts";
import { exportRoutes } from "./features/exports/contract.ts";
import { peopleRoutes, sessionRoutes } from "./features/people/contract.ts";
import { deliverabilityRoutes } from "./features/sending/deliverability/contract.ts";
import { dmarcRoutes } from "./features/sending/dmarc/contract.ts";
import { sendingDomainRoutes } from "./features/sending/domains/contract.ts";
import { senderRoutes, verifiedSenderRoutes } from "./features/sending/senders/contract.ts";
import { sendingSettingRoutes } from "./features/sending/settings/contract.ts";
import { segmentRoutes } from "./features/segments/contract.ts";
import { campaignStatsRoutes, statisticsRoutes } from "./features/statistics/contract.ts";
import type { Module } from "./kernel/access.ts";
import type { Access, RouteRecord, Routes } from "./kernel/route.ts";

export const contracts = [
  contactRoutes,
  customFieldRoutes,
  importRoutes,
  listRoutes,
  orderRoutes,
  exportRoutes,
  editorElementRoutes,
  fileFolderRoutes,
  fileRoutes,
  smsTemplateRoutes,
  stockPhotoRoutes,
  videoRoutes,
  segmentRoutes,
  campaignRoutes,
  campaignContentRoutes,
  variantRoutes,
  templateRoutes,
  footerRoutes,
  scriptTemplateRoutes,
  checkRoutes,
  testRecipientRoutes,
  unsubscribePageRoutes,
  landingPageRoutes,
  surveyRoutes,
  verifiedSenderRoutes,
  senderRoutes,
  sendingDomainRoutes,
  deliverabilityRoutes,
  dmarcRoutes,
  sendingSettingRoutes,
  campaignStatsRoutes,
  statisticsRoutes,
  sendingHookRoutes,
  accountRoutes,
  shopListRoutes,
  peopleRoutes,
  sessionRoutes,
  publicRoutes,
] as const;

/** An operation as every derived part sees it: absolute path, its group, and the defaults filled in. */
export type Operation = RouteRecord & {
  readonly name: string;
  readonly tag: string;
  readonly module: Module | null;
  readonly access: Access;
  readonly url: string;
};

export const tenantBase = "/api/v1/tenants/{tenant}";

export function operationsOf(routes: Routes): Operation[] {
  return Object.entries(routes.records).map(([name, record]) => ({
    ...record,
    name,
    tag: routes.tag,
    module: record.module === undefined ? routes.module : record.module,
    access: record.access ?? "company",
    url: record.path.startsWith("/api/") ? record.path : `${tenantBase}${record.path}`,
  }));
}

export const operations: readonly Operation[] = contracts.flatMap((routes) => operationsOf(routes));
