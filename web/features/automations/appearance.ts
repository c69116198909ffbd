import type { OutputOf } from "../../api/operations.ts";
import type { StatusAppearance } from "../../ui/display/status.tsx";

export type AutomationRow = OutputOf<"GET /automations">["items"][number];
export type Automation = OutputOf<"GET /automations/{automation_id}">;

export const statusAppearances: Readonly<Record<AutomationRow["status"], StatusAppearance>> = {
  draft: { shape: "square", tone: "mute" },
  active: { shape: "circle", tone: "good" },
  paused: { shape: "bars", tone: "warn" },
};
