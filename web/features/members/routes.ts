import { page } from "../../routing/page.ts";

export const membersRoutes = [
  page("/settings/account", () => import("./own-account/account-page.tsx")),
  page("/settings/api-keys", () => import("./keys/keys-page.tsx")),
  page("/settings/members", () => import("./list/members-page.tsx")),
] as const;
