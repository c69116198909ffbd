import { page } from "../../../routing/page.ts";

export const landingPagesRoutes = [
  page("/content/landing-pages", () => import("./landing-pages-page.tsx")),
  page("/content/landing-pages/$pageId", () => import("./landing-page-page.tsx")),
  page("/content/landing-pages/$pageId/edit", () => import("./design-page.tsx")),
] as const;
