import { page } from "../../routing/page.ts";

export const siteRoutes = [page("/settings/tracking", () => import("./tracking-page.tsx"))] as const;
