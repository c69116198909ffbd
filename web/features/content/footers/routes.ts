import { page } from "../../../routing/page.ts";

export const footersRoutes = [
  page("/content/footers", () => import("./footers-page.tsx")),
  page("/content/footers/$footerId", () => import("./footer-page.tsx")),
] as const;
