import { defineFeature } from "../../feature.ts";
import { auditLogRoutes } from "./audit-log/contract.ts";
import { accountRoutes, publicRoutes } from "./contract.ts";
import { lifecycleRoutes } from "./lifecycle/contract.ts";
import { maintenanceRoutes } from "./maintenance/contract.ts";
import { onboardingRoutes } from "./onboarding/contract.ts";
import { savedViewRoutes } from "./saved-views/contract.ts";
import { sendingDefaultRoutes } from "./sending-defaults/contract.ts";
import { shopEnrichmentRoutes } from "./shop-enrichment/contract.ts";

export const accountFeature = defineFeature({
  name: "account",
  tables: ["company", "company_lookup", "price_tier", "saved_view", "shop"],
  contracts: {
    account: accountRoutes,
    auditLog: auditLogRoutes,
    lifecycle: lifecycleRoutes,
    maintenance: maintenanceRoutes,
    onboarding: onboardingRoutes,
    shopEnrichment: shopEnrichmentRoutes,
    savedViews: savedViewRoutes,
    sendingDefaults: sendingDefaultRoutes,
    public: publicRoutes,
  },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
