import { contactsRoutes } from "../features/contacts/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [...overviewRoutes, ...contactsRoutes] as const;
