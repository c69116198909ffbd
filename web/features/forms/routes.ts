import { page } from "../../routing/page.ts";

export const formsRoutes = [
  page("/forms", () => import("./grid/forms-page.tsx")),
  page("/forms/$formId", () => import("./detail/form-page.tsx")),
  page("/forms/$formId/edit", () => import("./editor/editor-page.tsx")),
] as const;
