import { page } from "../../routing/page.ts";

export const billingRoutes = [page("/settings/billing", () => import("./billing-page.tsx"))] as const;
