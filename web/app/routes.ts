import { contactsRoutes } from "../features/contacts/routes.ts";
import { listsRoutes } from "../features/lists/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";
import { transfersRoutes } from "../features/transfers/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [...overviewRoutes, ...contactsRoutes, ...listsRoutes, ...transfersRoutes] as const;
