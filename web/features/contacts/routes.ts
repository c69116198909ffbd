import { page } from "../../routing/page.ts";

export const contactsRoutes = [
  page("/contacts", () => import("./grid/contacts-page.tsx")),
  page("/contacts/$contactId", () => import("./detail/contact-page.tsx")),
  page("/suppressions", () => import("./suppressions/suppressions-page.tsx")),
] as const;
