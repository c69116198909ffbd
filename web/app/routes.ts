import { automationsRoutes } from "../features/automations/routes.ts";
import { contactsRoutes } from "../features/contacts/routes.ts";
import { formsRoutes } from "../features/forms/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";
import { sendingRoutes } from "../features/sending/routes.ts";
import { shopRoutes } from "../features/shop/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [
  ...overviewRoutes,
  ...automationsRoutes,
  ...contactsRoutes,
  ...formsRoutes,
  ...sendingRoutes,
  ...shopRoutes,
] as const;
