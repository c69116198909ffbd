import { page } from "../../../routing/page.ts";

export const templatesRoutes = [
  page("/content", () => import("./templates-page.tsx")),
  page("/content/templates/$templateId", () => import("./template-page.tsx")),
] as const;
