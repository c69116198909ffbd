import { defineFeature } from "../../feature.ts";
import { campaignApprovalRoutes } from "./approvals/contract.ts";
import { campaignContentRoutes } from "./content/contract.ts";
import { campaignRoutes } from "./contract.ts";
import { variantRoutes } from "./variants/contract.ts";

export const campaignsFeature = defineFeature({
  name: "campaigns",
  tables: ["campaign", "campaign_approval", "campaign_expansion"],
  contracts: {
    campaigns: campaignRoutes,
    approvals: campaignApprovalRoutes,
    content: campaignContentRoutes,
    variants: variantRoutes,
  },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
