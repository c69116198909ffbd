import { page } from "../../routing/page.ts";

export const formsRoutes = [
  page("/forms", () => import("./grid/forms-page.tsx")),
  page("/forms/$formId", () => import("./detail/form-page.tsx")),
] as const;
