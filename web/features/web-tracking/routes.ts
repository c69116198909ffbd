import { page } from "../../routing/page.ts";

export const webTrackingRoutes = [page("/settings/tracking", () => import("./tracking-page.tsx"))] as const;
