import { page } from "../../routing/page.ts";

export const listsRoutes = [
  page("/lists", () => import("./grid/lists-page.tsx")),
  page("/lists/$listId", () => import("./detail/list-page.tsx")),
] as const;
