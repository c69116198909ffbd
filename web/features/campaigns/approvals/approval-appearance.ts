import type { OutputOf } from "../../../api/operations.ts";
import type { StatusAppearance } from "../../../ui/display/status.tsx";

export type Approval = OutputOf<"GET /campaign-approvals">["items"][number];

export const approvalAppearances: Readonly<Record<Approval["state"], StatusAppearance>> = {
  waiting: { shape: "dashed", tone: "warn" },
  approved: { shape: "tick", tone: "good" },
  returned: { shape: "cross", tone: "warn" },
  outdated: { shape: "slashed", tone: "mute" },
  used: { shape: "tick", tone: "mute" },
};
