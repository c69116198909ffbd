import { defineFeature } from "../../feature.ts";
import { billingRoutes } from "./contract.ts";

export const billingFeature = defineFeature({
  name: "billing",
  tables: ["invoice", "invoice_number", "payment"],
  contracts: { billing: billingRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
