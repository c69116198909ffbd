import { page } from "../../../routing/page.ts";

export const filesRoutes = [page("/content/files", () => import("./files-page.tsx"))] as const;
