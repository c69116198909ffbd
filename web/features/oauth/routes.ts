import { page } from "../../routing/page.ts";

export const oauthRoutes = [page("/settings/apps", () => import("./apps-page.tsx"))] as const;
