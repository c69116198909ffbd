import { page } from "../../routing/page.ts";

export const overviewRoutes = [
  page("/", () => import("./home-page.tsx")),
  page("/onboarding", () => import("./onboarding/onboarding-page.tsx")),
] as const;
