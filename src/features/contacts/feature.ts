import { defineFeature } from "../../feature.ts";
import { contactRoutes } from "./contract.ts";
import { customFieldRoutes } from "./fields/contract.ts";

export const contactsFeature = defineFeature({
  name: "contacts",
  tables: [],
  contracts: { contacts: contactRoutes, customFields: customFieldRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
