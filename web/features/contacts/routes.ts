import { page } from "../../routing/page.ts";

export const contactsRoutes = [
  page("/contacts", () => import("./grid/contacts-page.tsx")),
  page("/contacts/$contactId", () => import("./detail/contact-page.tsx")),
  page("/settings/consents", () => import("./consents/consents-page.tsx")),
  page("/settings/fields", () => import("./fields/fields-page.tsx")),
  page("/suppressions", () => import("./suppressions/suppressions-page.tsx")),
] as const;
