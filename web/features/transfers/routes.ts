import { page } from "../../routing/page.ts";

export const transfersRoutes = [
  page("/transfers", () => import("./imports/imports-page.tsx")),
  page("/transfers/imports/new", () => import("./imports/wizard-page.tsx")),
  page("/transfers/imports/$importId", () => import("./imports/import-page.tsx")),
  page("/transfers/exports", () => import("./exports/exports-page.tsx")),
] as const;
