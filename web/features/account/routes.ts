import { page } from "../../routing/page.ts";

export const accountRoutes = [
  page("/settings/audit", () => import("./audit/audit-page.tsx")),
  page("/settings/company", () => import("./company/company-page.tsx")),
  page("/settings/notifications", () => import("./notifications/notifications-page.tsx")),
  page("/settings/shops", () => import("./shops/shops-page.tsx")),
  page("/settings/shops/$shopId", () => import("./shops/shop-page.tsx")),
] as const;
