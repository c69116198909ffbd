import type { OutputOf } from "../../api/operations.ts";

export type Webhook = OutputOf<"GET /account-webhooks">["items"][number];
