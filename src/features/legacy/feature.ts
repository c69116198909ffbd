import { defineFeature } from "../../feature.ts";
import { legacyRoutes } from "./contract.ts";

export const legacyFeature = defineFeature({
  name: "legacy",
  tables: ["legacy_contact", "legacy_migration"],
  contracts: { legacy: legacyRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
