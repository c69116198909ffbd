import { conflict } from "../../kernel/errors.ts";

export const campaignStatuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled"] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** Every action on a campaign, or on one of its language variants. */
export const campaignActions = [
  "edit",
  "delete",
  "back_to_draft",
  "approve_now",
  "approve_later",
  "start",
  "pause",
  "hold",
  "resume",
  "resume_later",
  "cancel",
  "finish",
  "mark_sent",
  "send_again",
] as const;
export type CampaignAction = (typeof campaignActions)[number];

export type NextStatus = CampaignStatus | "removed";

/** The next status by action and current status. */
const transitions: Readonly<Record<CampaignAction, Partial<Record<CampaignStatus, NextStatus>>>> = {
  edit: { draft: "draft" },
  delete: { draft: "removed" },
  // Only while nothing was sent.
  back_to_draft: { cancelled: "draft" },
  approve_now: { draft: "sending" },
  approve_later: { draft: "scheduled" },
  // The planned time has come.
  start: { scheduled: "sending" },
  pause: { scheduled: "paused", sending: "paused" },
  // The service pauses: too many bounces, not sendable, or a planned time more than a day ago.
  hold: { scheduled: "paused", sending: "paused" },
  resume: { paused: "sending" },
  resume_later: { paused: "scheduled" },
  cancel: { scheduled: "cancelled", paused: "cancelled" },
  // Nothing is left to send.
  finish: { sending: "completed" },
  // The decision about messages with an unknown outcome.
  mark_sent: { sending: "sending", paused: "paused", completed: "completed", cancelled: "cancelled" },
  send_again: { sending: "sending", paused: "paused", completed: "sending" },
};

export const nextStatus = (status: CampaignStatus, action: CampaignAction): NextStatus | undefined =>
  transitions[action][status];

export const isAllowed = (status: CampaignStatus, action: CampaignAction): boolean =>
  nextStatus(status, action) !== undefined;

/** An action that changes the status. */
export type CampaignMoveAction = Exclude<CampaignAction, "delete">;

/** Every status in which the action is allowed, and the next status. */
export const movesOf = (action: CampaignMoveAction): { readonly from: CampaignStatus; readonly to: CampaignStatus }[] =>
  campaignStatuses.flatMap((from) => {
    const to = nextStatus(from, action);
    return to === undefined || to === "removed" ? [] : [{ from, to }];
  });

/** The status after the action, or 409 conflict status. */
export function requireTransition(status: CampaignStatus, action: CampaignMoveAction): CampaignStatus {
  const next = nextStatus(status, action);
  if (next === undefined || next === "removed") throw conflict("status", { current: status });
  return next;
}

export function requireAllowed(status: CampaignStatus, action: CampaignAction): void {
  if (!isAllowed(status, action)) throw conflict("status", { current: status });
}
