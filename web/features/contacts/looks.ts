import type { OutputOf } from "../../api/operations.ts";
import type { StatusLook } from "../../ui/display/status.tsx";

export type ContactRow = OutputOf<"GET /contacts">["items"][number];

export const stateLooks: Readonly<Record<ContactRow["state"], StatusLook>> = {
  active: { shape: "circle", tone: "good" },
  unconfirmed: { shape: "dashed", tone: "warn" },
  customer: { shape: "diamond", tone: "teal" },
  unsubscribed: { shape: "slashed", tone: "mute" },
  bounced: { shape: "cross", tone: "bad" },
  complained: { shape: "triangle", tone: "bad" },
  blacklisted: { shape: "slashed", tone: "bad" },
};

export const nameOf = ({ firstName, lastName }: Pick<ContactRow, "firstName" | "lastName">): string =>
  [firstName, lastName].filter((part) => part !== null && part !== "").join(" ");

export type Contact = OutputOf<"GET /contacts/{id}">;
export type Consent = OutputOf<"GET /contacts/{id}/purposes">["items"][number];
