import { contactsRoutes } from "../features/contacts/routes.ts";
import { footersRoutes } from "../features/content/footers/routes.ts";
import { landingPagesRoutes } from "../features/content/landing-pages/routes.ts";
import { preferencePagesRoutes } from "../features/content/preference-pages/routes.ts";
import { surveysRoutes } from "../features/content/surveys/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";
import { segmentsRoutes } from "../features/segments/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [
  ...overviewRoutes,
  ...contactsRoutes,
  ...footersRoutes,
  ...landingPagesRoutes,
  ...preferencePagesRoutes,
  ...segmentsRoutes,
  ...surveysRoutes,
] as const;
