import { defineFeature } from "../../feature.ts";
import { formRoutes } from "./contract.ts";
import { unknownFormEmailRoutes } from "./unknown/contract.ts";

export const formsFeature = defineFeature({
  name: "forms",
  tables: ["form", "form_lookup", "form_signup", "form_letter", "form_captcha", "letter_limit", "letter_limit_key"],
  contracts: { forms: formRoutes, formUnknown: unknownFormEmailRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
