import { describe, expect, it } from "vitest";
import {
  campaignActions,
  campaignStatuses,
  nextStatus,
  requireAllowed,
  type CampaignAction,
  type CampaignStatus,
} from "./transitions.ts";

/** Part 3 of the specification and what the decisions add to it, as a list of all that may happen. */
const allowed: readonly (readonly [CampaignStatus, CampaignAction, string])[] = [
  ["draft", "edit", "draft"],
  ["draft", "delete", "removed"],
  ["draft", "approve_now", "sending"],
  ["draft", "approve_later", "scheduled"],
  ["scheduled", "start", "sending"],
  ["scheduled", "pause", "paused"],
  ["scheduled", "hold", "paused"],
  ["scheduled", "cancel", "cancelled"],
  ["sending", "pause", "paused"],
  ["sending", "hold", "paused"],
  ["sending", "finish", "completed"],
  ["sending", "mark_sent", "sending"],
  ["sending", "send_again", "sending"],
  ["paused", "resume", "sending"],
  ["paused", "resume_later", "scheduled"],
  ["paused", "cancel", "cancelled"],
  ["paused", "mark_sent", "paused"],
  ["paused", "send_again", "paused"],
  ["completed", "mark_sent", "completed"],
  ["completed", "send_again", "sending"],
  ["cancelled", "mark_sent", "cancelled"],
];

describe.each(campaignStatuses)("a %s campaign", (status) => {
  it.each(campaignActions)("knows what %s leads to", (action) => {
    const [, , expected] = allowed.find(([from, by]) => from === status && by === action) ?? [];
    expect(nextStatus(status, action)).toBe(expected);
    if (expected === undefined) {
      expect(() => requireAllowed(status, action)).toThrow(
        expect.objectContaining({ code: "conflict", message: "status", params: { current: status } }),
      );
    } else expect(() => requireAllowed(status, action)).not.toThrow();
  });
});

it("never leads back to a draft, nor out of a cancelled campaign", () => {
  for (const action of campaignActions) {
    for (const status of campaignStatuses.filter((one) => one !== "draft"))
      expect(nextStatus(status, action)).not.toBe("draft");
    expect([undefined, "cancelled"]).toContain(nextStatus("cancelled", action));
  }
});
