import type { Context } from "../../context.ts";
import type { SqlNode } from "../../db/sql-node.ts";
import { matchingCondition, snapshotCondition } from "./members.queries.ts";
import { parseDefinition } from "./parse.ts";
import type { SegmentRecord } from "./queries.ts";
import { loadCompileContext, type ReferenceCheck } from "./references.ts";
import { hasSnapshot } from "./compile-context.ts";

/** Who matches the rules now, as a condition on `contact c`. */
export async function liveMembersCondition(
  ctx: Context,
  segment: SegmentRecord,
  trusted: ReferenceCheck = "nothing",
): Promise<SqlNode> {
  const definition = parseDefinition(segment.definition);
  return matchingCondition(await loadCompileContext(ctx, definition, trusted), segment.shopId, definition);
}

/** Who is in a segment, as a condition on `contact c`. */
export const membersCondition = async (
  ctx: Context,
  segment: SegmentRecord,
  trusted?: ReferenceCheck,
): Promise<SqlNode> =>
  hasSnapshot(segment) ? snapshotCondition(ctx.db, segment.id) : liveMembersCondition(ctx, segment, trusted);
