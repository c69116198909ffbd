import { campaignsRoutes } from "../features/campaigns/routes.ts";
import { contactsRoutes } from "../features/contacts/routes.ts";
import { filesRoutes } from "../features/content/files/routes.ts";
import { templatesRoutes } from "../features/content/templates/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [
  ...overviewRoutes,
  ...campaignsRoutes,
  ...contactsRoutes,
  ...filesRoutes,
  ...templatesRoutes,
] as const;
