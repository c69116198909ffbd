import type { OutputOf } from "../../api/operations.ts";
import type { StatusAppearance } from "../../ui/display/status.tsx";

export type CampaignRow = OutputOf<"GET /campaigns">["items"][number];
export type Campaign = OutputOf<"GET /campaigns/{campaign_id}">;
type CampaignStatus = CampaignRow["status"];

export const statusAppearances: Readonly<Record<CampaignStatus, StatusAppearance>> = {
  draft: { shape: "square", tone: "mute" },
  scheduled: { shape: "dashed", tone: "plum" },
  sending: { shape: "half", tone: "accent" },
  paused: { shape: "bars", tone: "warn" },
  completed: { shape: "tick", tone: "good" },
  cancelled: { shape: "cross", tone: "mute" },
};

/** The time that a list of campaigns shows: of the sending, of the plan, or of the last change. */
export const timeOf = ({ startedAt, plannedAt, updatedAt, createdAt }: CampaignRow): string =>
  startedAt ?? plannedAt ?? updatedAt ?? createdAt;
