import { page } from "../../../routing/page.ts";

export const landingPagesRoutes = [
  page("/content/landing-pages", () => import("./landing-pages-page.tsx")),
  page("/content/landing-pages/$pageId", () => import("./landing-page-page.tsx")),
] as const;
