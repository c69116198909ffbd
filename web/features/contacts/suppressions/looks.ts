import type { OutputOf } from "../../../api/operations.ts";
import type { StatusLook } from "../../../ui/display/status.tsx";
import { stateLooks } from "../../../ui/people/people.tsx";

export type Suppression = OutputOf<"GET /suppressions">["items"][number];

export const reasonLooks: Readonly<Record<Suppression["reason"], StatusLook>> = {
  manual: stateLooks.blacklisted,
  unsubscribed: stateLooks.unsubscribed,
  bounced: stateLooks.bounced,
  complained: stateLooks.complained,
};
