import { contactsRoutes } from "../features/contacts/routes.ts";
import { filesRoutes } from "../features/content/files/routes.ts";
import { footersRoutes } from "../features/content/footers/routes.ts";
import { landingPagesRoutes } from "../features/content/landing-pages/routes.ts";
import { preferencePagesRoutes } from "../features/content/preference-pages/routes.ts";
import { surveysRoutes } from "../features/content/surveys/routes.ts";
import { templatesRoutes } from "../features/content/templates/routes.ts";
import { overviewRoutes } from "../features/overview/routes.ts";
import { segmentsRoutes } from "../features/segments/routes.ts";

/** Every page of the app: one line a feature. */
export const routes = [
  ...overviewRoutes,
  ...contactsRoutes,
  ...filesRoutes,
  ...footersRoutes,
  ...landingPagesRoutes,
  ...preferencePagesRoutes,
  ...segmentsRoutes,
  ...surveysRoutes,
  ...templatesRoutes,
] as const;
