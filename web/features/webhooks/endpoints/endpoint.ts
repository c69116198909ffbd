import type { OutputOf } from "../../../api/operations.ts";

export type Endpoint = OutputOf<"GET /webhook-endpoints">["items"][number];
