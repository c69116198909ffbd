import { page } from "../../routing/page.ts";

export const webhooksRoutes = [page("/settings/webhooks", () => import("./webhooks-page.tsx"))] as const;
