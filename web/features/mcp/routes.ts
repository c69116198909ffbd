import { page } from "../../routing/page.ts";

export const mcpRoutes = [page("/settings/assistants", () => import("./assistants-page.tsx"))] as const;
