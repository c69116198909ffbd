import { defineFeature } from "../../feature.ts";
import { contactRoutes } from "./contract.ts";
import { customFieldRoutes } from "./fields/contract.ts";

export const contactsFeature = defineFeature({
  name: "contacts",
  tables: [
    "consent",
    "consent_event",
    "contact",
    "contact_count",
    "contact_send_summary",
    "custom_field",
    "custom_field_option",
    "deleted_contact_opt_out",
    "erased_address",
    "list_count",
    "list_member",
    "purpose",
    "suppression",
  ],
  contracts: { contacts: contactRoutes, customFields: customFieldRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
