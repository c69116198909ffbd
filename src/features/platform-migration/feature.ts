import { defineFeature } from "../../feature.ts";
import { platformMigrationRoutes } from "./contract.ts";

export const platformMigrationFeature = defineFeature({
  name: "platform-migration",
  tables: ["migrated_contact", "platform_migration"],
  contracts: { legacy: platformMigrationRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
