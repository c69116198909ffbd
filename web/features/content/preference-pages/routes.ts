import { page } from "../../../routing/page.ts";

export const preferencePagesRoutes = [
  page("/content/preference-pages", () => import("./preference-pages-page.tsx")),
  page("/content/preference-pages/$pageId", () => import("./preference-page-page.tsx")),
] as const;
