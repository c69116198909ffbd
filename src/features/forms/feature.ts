import { defineFeature } from "../../feature.ts";
import { formRoutes } from "./contract.ts";
import { formDraftRoutes } from "./draft/contract.ts";
import { formReportRoutes } from "./report/contract.ts";
import { unknownFormEmailRoutes } from "./unknown/contract.ts";

export const formsFeature = defineFeature({
  name: "forms",
  tables: [
    "form",
    "form_draft",
    "form_lookup",
    "form_signup",
    "form_view",
    "confirmation_email",
    "form_captcha",
    "confirmation_email_limit",
    "confirmation_email_limit_key",
  ],
  contracts: {
    forms: formRoutes,
    formDraft: formDraftRoutes,
    formReport: formReportRoutes,
    formUnknown: unknownFormEmailRoutes,
  },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
