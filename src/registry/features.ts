import { accountFeature } from "../features/account/feature.ts";
import { automationsFeature } from "../features/automations/feature.ts";
import { billingFeature } from "../features/billing/feature.ts";
import { bouncesFeature } from "../features/bounces/feature.ts";
import { campaignsFeature } from "../features/campaigns/feature.ts";
import { apiV3Feature } from "../features/api-v3/feature.ts";
import { contactsFeature } from "../features/contacts/feature.ts";
import { contentFeature } from "../features/content/feature.ts";
import { couponsFeature } from "../features/coupons/feature.ts";
import { deliveryFeature } from "../features/delivery/feature.ts";
import { eventsFeature } from "../features/events/feature.ts";
import { exportsFeature } from "../features/exports/feature.ts";
import { feedsFeature } from "../features/feeds/feature.ts";
import { filesFeature } from "../features/files/feature.ts";
import { formsFeature } from "../features/forms/feature.ts";
import { importsFeature } from "../features/imports/feature.ts";
import { labelsFeature } from "../features/labels/feature.ts";
import { platformMigrationFeature } from "../features/platform-migration/feature.ts";
import { listsFeature } from "../features/lists/feature.ts";
import { mcpFeature } from "../features/mcp/feature.ts";
import { oauthFeature } from "../features/oauth/feature.ts";
import { ordersFeature } from "../features/orders/feature.ts";
import { pagesFeature } from "../features/pages/feature.ts";
import { membersFeature } from "../features/members/feature.ts";
import { segmentsFeature } from "../features/segments/feature.ts";
import { sendingFeature } from "../features/sending/feature.ts";
import { webTrackingFeature } from "../features/web-tracking/feature.ts";
import { startersFeature } from "../features/starters/feature.ts";
import { statisticsFeature } from "../features/statistics/feature.ts";
import { trackingFeature } from "../features/tracking/feature.ts";
import { webhookEndpointsFeature } from "../features/webhook-endpoints/feature.ts";
import { webhooksFeature } from "../features/webhooks/feature.ts";

/**
 * Every feature, once. A feature may import only those before it; it affects later ones through the journal or their
 * hooks.
 */
export const features = [
  membersFeature,
  labelsFeature,
  contactsFeature,
  listsFeature,
  ordersFeature,
  eventsFeature,
  segmentsFeature,
  importsFeature,
  exportsFeature,
  filesFeature,
  pagesFeature,
  startersFeature,
  couponsFeature,
  feedsFeature,
  sendingFeature,
  contentFeature,
  deliveryFeature,
  campaignsFeature,
  formsFeature,
  automationsFeature,
  trackingFeature,
  bouncesFeature,
  statisticsFeature,
  webTrackingFeature,
  platformMigrationFeature,
  accountFeature,
  apiV3Feature,
  oauthFeature,
  webhooksFeature,
  webhookEndpointsFeature,
  billingFeature,
  mcpFeature,
] as const;
