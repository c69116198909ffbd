import type { Context } from "../../../context.ts";
import type { SqlNode } from "../../../db/sql-node.ts";
import { addMs } from "../../../kernel/local-time.ts";
import { membersCondition } from "../../segments/membership.ts";
import { findSegment } from "../../segments/queries.ts";
import { admitContacts } from "./admit.ts";
import type { DueTrigger, NextCheck, TriggerKey } from "./checks.queries.ts";
import { insertMembersSeen, updateMembersSeen } from "./segment-members.queries.ts";

/** Contacts enter within 75 seconds: the interval, the comparison and the claim of the engine. */
export const segmentCheckIntervalMs = 40_000;
/** A comparison that takes long is repeated less often: it uses a fifth of the time at most. */
const pauseFactor = 5;
const maxEntriesPerCheck = 10_000;

/** Contacts that are already in the segment do not count as entering it. */
export async function rememberMembers(ctx: Context, key: TriggerKey, segmentId: string): Promise<void> {
  const condition = await compileCondition(ctx, segmentId);
  if (condition !== undefined) await insertMembersSeen(ctx.db, key, condition);
}

async function compileCondition(ctx: Context, segmentId: string): Promise<SqlNode | undefined> {
  const segment = await findSegment(ctx.db, segmentId);
  return segment && membersCondition(ctx, segment);
}

/** Admits the contacts that entered the segment since the last check. */
export async function checkSegment(ctx: Context, trigger: DueTrigger): Promise<NextCheck> {
  const { automationId, node, config } = trigger;
  const now = ctx.clock.now();
  const startedAt = performance.now();
  const condition = await compileCondition(ctx, String(config["segmentId"]));
  const contactIds =
    condition === undefined ? [] : await updateMembersSeen(ctx.db, trigger, { condition, limit: maxEntriesPerCheck });
  const tookMs = performance.now() - startedAt;
  if (contactIds.length > 0) {
    await admitContacts(ctx.db, { automationId, trigger: node, contactIds, at: now, cause: "trigger" });
  }
  const pauseMs = Math.max(segmentCheckIntervalMs, pauseFactor * tookMs);
  const hasMore = contactIds.length === maxEntriesPerCheck;
  return { checkAt: hasMore ? now : addMs(now, pauseMs), checkDay: null, checkedContactId: null };
}
