import { page } from "../../routing/page.ts";

export const settingsRoutes = [page("/settings", () => import("./settings-page.tsx"))] as const;
