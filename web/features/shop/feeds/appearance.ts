import type { OutputOf } from "../../../api/operations.ts";
import type { StatusAppearance } from "../../../ui/display/status.tsx";

export type Feed = OutputOf<"GET /feeds/{feed_id}">;

export const feedAppearances: Readonly<Record<Feed["status"], StatusAppearance>> = {
  pending: { shape: "dashed", tone: "warn" },
  refreshing: { shape: "half", tone: "accent" },
  ok: { shape: "tick", tone: "good" },
  error: { shape: "cross", tone: "bad" },
};

/** Followed closely while it loads. */
export const isBusy = ({ status }: Feed): boolean => status === "pending" || status === "refreshing";
