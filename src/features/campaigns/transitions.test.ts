import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { node, renderSql } from "../../db/sql-node.ts";
import { moveStatement } from "./transitions.sql.ts";
import {
  campaignActions,
  campaignStatuses,
  nextStatus,
  requireAllowed,
  type CampaignAction,
  type CampaignStatus,
} from "./transitions.ts";

/** Part 3 of the specification and the decisions, as a list of all allowed transitions. */
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
  ["cancelled", "back_to_draft", "draft"],
];

describe.each(campaignStatuses)("a %s campaign", (status) => {
  it.each(campaignActions)("allows %s as specified", (action) => {
    const [, , expected] = allowed.find(([from, by]) => from === status && by === action) ?? [];
    expect(nextStatus(status, action)).toBe(expected);
    if (expected === undefined) {
      expect(() => requireAllowed(status, action)).toThrow(
        expect.objectContaining({ code: "conflict", message: "status", params: { current: status } }),
      );
    } else expect(() => requireAllowed(status, action)).not.toThrow();
  });
});

it("leads back to a draft, and out of a cancelled campaign, by one action alone", () => {
  for (const action of campaignActions.filter((one) => one !== "back_to_draft")) {
    for (const status of campaignStatuses.filter((name) => name !== "draft"))
      expect(nextStatus(status, action)).not.toBe("draft");
    expect([undefined, "cancelled"]).toContain(nextStatus("cancelled", action));
  }
});

it("generates the statement that changes the status", () => {
  const at = new Date(0);
  const set = [node`pause_reason = ${"late"}`];
  expect(renderSql(moveStatement("hold", { where: node`v.id = ${"1"}`, set, at }))).toEqual({
    text:
      "update campaign v set status = case when v.status = 'scheduled' then 'paused' " +
      "when v.status = 'sending' then 'paused' end, updated_at = $1, pause_reason = $2 where v.status in ('scheduled', 'sending') and v.id = $3",
    params: [at, "late", "1"],
  });
  expect(renderSql(moveStatement("finish", { where: node`true`, at })).text).toBe(
    "update campaign v set status = case when v.status = 'sending' then 'completed' end, updated_at = $1 " +
      "where v.status in ('sending') and true",
  );
});

it("has no other statement that changes the status of campaigns", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const sources = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const writesStatus = (text: string) =>
    [...text.matchAll(/update\s+campaign\b(?<assignments>[\s\S]*?)(?:\bwhere\b|`)/gi)].some(({ groups }) =>
      /\bstatus\s*=|\bstatus\b[^=]*\}/.test(groups?.["assignments"] ?? ""),
    );
  const writing = sources.filter((file) => writesStatus(readFileSync(path.join(root, file), "utf8")));
  expect(writing).toEqual([]);
  expect(writesStatus("update campaign c set paused_by = 'x', status = 'paused' where c.id = 1")).toBe(true);
  expect(writesStatus("update campaign set ${sql({ status, at })} where id = 1")).toBe(true);
});
