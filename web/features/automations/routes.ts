import { page } from "../../routing/page.ts";

export const automationsRoutes = [
  page("/automations", () => import("./grid/automations-page.tsx")),
  page("/automations/$automationId", () => import("./detail/automation-page.tsx")),
  page("/automations/$automationId/report", () => import("./report/report-page.tsx")),
  page("/automations/$automationId/edit", () => import("./editor/edit-page.tsx")),
] as const;
