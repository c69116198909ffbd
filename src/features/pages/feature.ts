import { defineFeature } from "../../feature.ts";
import { landingPageRoutes } from "./landing-pages/contract.ts";
import { unsubscribePageRoutes } from "./unsubscribe-pages/contract.ts";
import { surveyRoutes } from "./surveys/contract.ts";

export const pagesFeature = defineFeature({
  name: "pages",
  tables: ["landing_page", "landing_page_lookup", "survey", "survey_lookup", "survey_response", "unsubscribe_page"],
  contracts: { landingPages: landingPageRoutes, unsubscribePages: unsubscribePageRoutes, surveys: surveyRoutes },
  handlers: () => import("./handlers.ts"),
  hooks: () => import("./hooks.ts"),
});
