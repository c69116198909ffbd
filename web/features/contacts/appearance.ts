import type { OutputOf } from "../../api/operations.ts";

export type ContactRow = OutputOf<"GET /contacts">["items"][number];
export type Contact = OutputOf<"GET /contacts/{id}">;
export type Consent = OutputOf<"GET /contacts/{id}/purposes">["items"][number];
