import { page } from "../../routing/page.ts";

export const campaignsRoutes = [
  page("/campaigns", () => import("./list/campaigns-page.tsx")),
  page("/campaigns/new", () => import("./list/new-campaign-page.tsx")),
  page("/campaigns/approvals", () => import("./approvals/approvals-page.tsx")),
  page("/campaigns/$campaignId", () => import("./detail/campaign-page.tsx")),
  page("/campaigns/$campaignId/content", () => import("./content/content-page.tsx")),
  page("/campaigns/$campaignId/edit", () => import("./wizard/wizard-page.tsx")),
] as const;
