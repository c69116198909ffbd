import { defineFeature } from "../../feature.ts";
import { landingPageRoutes } from "./landing-pages/contract.ts";
import { unsubscribePageRoutes } from "./unsubscribe-pages/contract.ts";
import { surveyRoutes } from "./surveys/contract.ts";

export const pagesFeature = defineFeature({
  name: "pages",
  tables: [],
  contracts: { landingPages: landingPageRoutes, unsubscribePages: unsubscribePageRoutes, surveys: surveyRoutes },
  handlers: () => import("./handlers.ts"),
  hooks: () => import("./hooks.ts"),
});
