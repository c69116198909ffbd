import type { OutputOf } from "../../../api/operations.ts";
import type { StatusAppearance } from "../../../ui/display/status.tsx";
import { stateAppearances } from "../../../ui/people/people.tsx";

export type Suppression = OutputOf<"GET /suppressions">["items"][number];

export const reasonAppearances: Readonly<Record<Suppression["reason"], StatusAppearance>> = {
  manual: stateAppearances.blacklisted,
  unsubscribed: stateAppearances.unsubscribed,
  bounced: stateAppearances.bounced,
  complained: stateAppearances.complained,
};
