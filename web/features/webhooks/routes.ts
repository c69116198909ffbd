import { page } from "../../routing/page.ts";

export const webhooksRoutes = [
  page("/settings/webhooks", () => import("./webhooks-page.tsx")),
  page("/settings/webhooks/signed", () => import("./endpoints/endpoints-page.tsx")),
  page("/settings/webhooks/signed/$endpointId", () => import("./endpoints/deliveries-page.tsx")),
] as const;
