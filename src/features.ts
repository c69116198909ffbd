import { accountFeature } from "./features/account/feature.ts";
import { automationsFeature } from "./features/automations/feature.ts";
import { billingFeature } from "./features/billing/feature.ts";
import { bouncesFeature } from "./features/bounces/feature.ts";
import { campaignsFeature } from "./features/campaigns/feature.ts";
import { compatibleFeature } from "./features/compatible/feature.ts";
import { contactsFeature } from "./features/contacts/feature.ts";
import { contentFeature } from "./features/content/feature.ts";
import { couponsFeature } from "./features/coupons/feature.ts";
import { deliveryFeature } from "./features/delivery/feature.ts";
import { eventsFeature } from "./features/events/feature.ts";
import { exportsFeature } from "./features/exports/feature.ts";
import { feedsFeature } from "./features/feeds/feature.ts";
import { filesFeature } from "./features/files/feature.ts";
import { formsFeature } from "./features/forms/feature.ts";
import { importsFeature } from "./features/imports/feature.ts";
import { labelsFeature } from "./features/labels/feature.ts";
import { legacyFeature } from "./features/legacy/feature.ts";
import { listsFeature } from "./features/lists/feature.ts";
import { mcpFeature } from "./features/mcp/feature.ts";
import { oauthFeature } from "./features/oauth/feature.ts";
import { ordersFeature } from "./features/orders/feature.ts";
import { pagesFeature } from "./features/pages/feature.ts";
import { peopleFeature } from "./features/people/feature.ts";
import { segmentsFeature } from "./features/segments/feature.ts";
import { sendingFeature } from "./features/sending/feature.ts";
import { siteFeature } from "./features/site/feature.ts";
import { startersFeature } from "./features/starters/feature.ts";
import { statisticsFeature } from "./features/statistics/feature.ts";
import { trackingFeature } from "./features/tracking/feature.ts";
import { webhooksFeature } from "./features/webhooks/feature.ts";

/**
 * Every feature, once. A feature may import only those before it; it affects later ones through the journal or their
 * hooks.
 */
export const features = [
  peopleFeature,
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
  siteFeature,
  legacyFeature,
  accountFeature,
  compatibleFeature,
  oauthFeature,
  webhooksFeature,
  billingFeature,
  mcpFeature,
] as const;
