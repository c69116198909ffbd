import { page } from "../../routing/page.ts";

export const sendingRoutes = [
  page("/deliverability", () => import("./domains/domains-page.tsx")),
  page("/deliverability/domains/$domainId", () => import("./domains/domain-page.tsx")),
  page("/deliverability/live", () => import("./live/live-page.tsx")),
  page("/deliverability/senders", () => import("./senders/senders-page.tsx")),
  page("/deliverability/connections", () => import("./connections/connections-page.tsx")),
  page("/deliverability/test-recipients", () => import("./test-recipients/test-recipients-page.tsx")),
  page("/deliverability/dmarc", () => import("./dmarc/dmarc-page.tsx")),
  page("/deliverability/mailboxes", () => import("./mailboxes/mailboxes-page.tsx")),
  page("/deliverability/providers", () => import("./providers/providers-page.tsx")),
  page("/deliverability/hooks", () => import("./hooks/hooks-page.tsx")),
] as const;
