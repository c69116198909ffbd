import { defineFeature } from "../../feature.ts";
import { exportRoutes } from "./contract.ts";

export const exportsFeature = defineFeature({
  name: "exports",
  tables: ["contact_export", "contact_export_part"],
  contracts: { exports: exportRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
