import { defineFeature } from "../../feature.ts";
import { contactListRoutes } from "./contact-lists/contract.ts";
import { contactRoutes } from "./contacts/contract.ts";
import { csvRoutes } from "./csv/contract.ts";
import { customFieldRoutes } from "./custom-fields/contract.ts";
import { credentialRoutes, pingRoutes } from "./credentials/contract.ts";

export const apiV3Feature = defineFeature({
  name: "api-v3",
  tables: [],
  contracts: {
    ping: pingRoutes,
    credentials: credentialRoutes,
    contacts: contactRoutes,
    contactLists: contactListRoutes,
    customFields: customFieldRoutes,
    csv: csvRoutes,
  },
  handlers: () => import("./handlers.ts"),
});
