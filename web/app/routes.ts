import { campaignsRoutes } from "../features/campaigns/routes.ts";
import { contactsRoutes } from "../features/contacts/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [...overviewRoutes, ...campaignsRoutes, ...contactsRoutes] as const;
