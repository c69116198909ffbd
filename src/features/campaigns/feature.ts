import { defineFeature } from "../../feature.ts";
import { campaignContentRoutes } from "./content/contract.ts";
import { campaignRoutes } from "./contract.ts";
import { variantRoutes } from "./variants/contract.ts";

export const campaignsFeature = defineFeature({
  name: "campaigns",
  tables: ["campaign", "campaign_expansion"],
  contracts: { campaigns: campaignRoutes, content: campaignContentRoutes, variants: variantRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
