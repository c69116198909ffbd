import { accountRoutes } from "../features/account/routes.ts";
import { automationsRoutes } from "../features/automations/routes.ts";
import { billingRoutes } from "../features/billing/routes.ts";
import { campaignsRoutes } from "../features/campaigns/routes.ts";
import { contactsRoutes } from "../features/contacts/routes.ts";
import { filesRoutes } from "../features/content/files/routes.ts";
import { footersRoutes } from "../features/content/footers/routes.ts";
import { landingPagesRoutes } from "../features/content/landing-pages/routes.ts";
import { preferencePagesRoutes } from "../features/content/preference-pages/routes.ts";
import { surveysRoutes } from "../features/content/surveys/routes.ts";
import { templatesRoutes } from "../features/content/templates/routes.ts";
import { formsRoutes } from "../features/forms/routes.ts";
import { labelsRoutes } from "../features/labels/routes.ts";
import { listsRoutes } from "../features/lists/routes.ts";
import { mcpRoutes } from "../features/mcp/routes.ts";
import { oauthRoutes } from "../features/oauth/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";
import { membersRoutes } from "../features/members/routes.ts";
import { segmentsRoutes } from "../features/segments/routes.ts";
import { sendingRoutes } from "../features/sending/routes.ts";
import { shopRoutes } from "../features/shop/routes.ts";
import { webTrackingRoutes } from "../features/web-tracking/routes.ts";
import { transfersRoutes } from "../features/transfers/routes.ts";
import { webhooksRoutes } from "../features/webhooks/routes.ts";
import { settingsRoutes } from "./settings/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [
  ...overviewRoutes,
  ...accountRoutes,
  ...automationsRoutes,
  ...billingRoutes,
  ...campaignsRoutes,
  ...contactsRoutes,
  ...filesRoutes,
  ...footersRoutes,
  ...landingPagesRoutes,
  ...preferencePagesRoutes,
  ...surveysRoutes,
  ...templatesRoutes,
  ...formsRoutes,
  ...labelsRoutes,
  ...listsRoutes,
  ...mcpRoutes,
  ...oauthRoutes,
  ...membersRoutes,
  ...segmentsRoutes,
  ...sendingRoutes,
  ...shopRoutes,
  ...webTrackingRoutes,
  ...transfersRoutes,
  ...webhooksRoutes,
  ...settingsRoutes,
] as const;
