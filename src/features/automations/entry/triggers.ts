import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../../context.ts";
import { addMs } from "../../../kernel/local-time.ts";
import { findTrigger } from "../grammar.ts";
import type { Graph, GraphNode } from "../graph/graph.ts";
import type { JsonObject } from "../graph/json.ts";
import { updateCheck, type NextCheck } from "./checks.queries.ts";
import { nextDateCheck } from "./date-schedule.ts";
import { segmentCheckIntervalMs, rememberMembers } from "./segment-members.ts";
import * as queries from "./triggers.queries.ts";
import type { TriggerRecord } from "./triggers.queries.ts";

type TriggerOwner = { readonly id: string; readonly status: string };

/** Stores the triggers of a new version. Those that did not change go on as they were. */
export async function saveTriggers(ctx: Context, { id, status }: TriggerOwner, graph: Graph): Promise<void> {
  const { db } = ctx;
  const triggers = graph.nodes.filter(({ type }) => findTrigger(type) !== undefined);
  const before = await queries.listTriggers(db, id);
  const unchanged = new Set(before.filter((old) => triggers.some((now) => isSame(old, now))).map(({ node }) => node));
  const outdated = before.map(({ node }) => node).filter((node) => !unchanged.has(node));
  if (outdated.length > 0) await queries.deleteTriggers(db, id, outdated);
  if (triggers.length > 0) await queries.upsertTriggers(db, id, triggers);
  if (status !== "active") return;
  for (const { id: node, type, config } of triggers) {
    if (!unchanged.has(node)) await startTrigger(ctx, id, { node, type, config });
  }
}

/** Who may enter again and when runs end does not change what a trigger waits for. */
const isSame = (old: TriggerRecord, now: GraphNode): boolean =>
  old.node === now.id &&
  old.type === now.type &&
  isDeepStrictEqual(pickConditions(old.config), pickConditions(now.config));

const pickConditions = (config: JsonObject): JsonObject => ({
  ...config,
  reentry: undefined,
  continueAfterLeaving: undefined,
});

/**
 * Restarts all triggers in the transaction of the activation. Segment members, events and abandoned carts from before the
 * activation start no run.
 */
export async function prepareTriggers(ctx: Context, automationId: string): Promise<void> {
  const triggers = await queries.listTriggers(ctx.db, automationId);
  const nodes = triggers.map(({ node }) => node);
  await queries.deleteTriggerState(ctx.db, automationId, nodes);
  for (const trigger of triggers) await startTrigger(ctx, automationId, trigger);
}

async function startTrigger(ctx: Context, automationId: string, trigger: TriggerRecord): Promise<void> {
  const activeSince = ctx.clock.now();
  const key = { automationId, node: trigger.node };
  if (trigger.type === "segment_entered") await rememberMembers(ctx, key, String(trigger.config["segmentId"]));
  await queries.updateActiveSince(ctx.db, key, activeSince);
  await updateCheck(ctx.db, key, { ...firstCheck(ctx, trigger), checkedContactId: null });
}

type FirstCheck = Pick<NextCheck, "checkAt" | "checkDay">;

function firstCheck({ clock, company }: Context, { type, config }: TriggerRecord): FirstCheck {
  if (type === "date") return nextDateCheck(String(config["time"]), clock.now(), company.timeZone);
  if (type === "segment_entered") return { checkAt: addMs(clock.now(), segmentCheckIntervalMs), checkDay: null };
  return { checkAt: null, checkDay: null };
}
