import { defineFeature } from "../../feature.ts";
import { contactListRoutes } from "./contact-lists/contract.ts";
import { contactRoutes } from "./contacts/contract.ts";
import { csvRoutes } from "./csv/contract.ts";
import { customFieldRoutes } from "./custom-fields/contract.ts";
import { credentialRoutes, pingRoutes } from "./credentials/contract.ts";

export const compatibleFeature = defineFeature({
  name: "compatible",
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
