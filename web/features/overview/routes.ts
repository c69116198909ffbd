import { page } from "../../routing/page.ts";

export const overviewRoutes = [page("/", () => import("./overview-page.tsx"))] as const;
