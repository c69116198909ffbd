import { page } from "../../routing/page.ts";

export const labelsRoutes = [page("/settings/labels", () => import("./labels-page.tsx"))] as const;
