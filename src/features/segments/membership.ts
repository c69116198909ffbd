import type { Context } from "../../context.ts";
import type { SqlNode } from "../../db/sql-node.ts";
import { anyCondition, matchingCondition, snapshotCondition } from "./members.sql.ts";
import { parseDefinition } from "./parse.ts";
import { findSegment, listSegmentIds, type SegmentRecord } from "./queries.ts";
import { loadCompileContext, type ReferenceCheck } from "./references.ts";
import { hasSnapshot } from "./compile-context.ts";

/** Contacts that match the rules now, as a condition on `contact c`. */
export async function liveMembersCondition(
  ctx: Context,
  segment: SegmentRecord,
  trusted: ReferenceCheck = "nothing",
): Promise<SqlNode> {
  const definition = parseDefinition(segment.definition);
  return matchingCondition(await loadCompileContext(ctx, definition, trusted), segment.shopId, definition);
}

/** Contacts of a segment, from its snapshot or its rules, as a condition on `contact c`. */
export const membersCondition = async (
  ctx: Context,
  segment: SegmentRecord,
  trusted?: ReferenceCheck,
): Promise<SqlNode> =>
  hasSnapshot(segment) ? snapshotCondition(ctx.db, segment.id) : liveMembersCondition(ctx, segment, trusted);

/**
 * Whether the contact `c` is in any segment of the company. References to deleted objects, such as the list that is being
 * emptied, are ignored: in doubt the contact counts as used.
 */
export async function isInAnySegment(ctx: Context): Promise<SqlNode> {
  const ids = await listSegmentIds(ctx.db);
  const segments = await Promise.all(ids.map((id) => findSegment(ctx.db, id)));
  const conditions = segments
    .filter((segment) => segment !== undefined)
    .map((segment) => membersCondition(ctx, segment, "everything"));
  return anyCondition(await Promise.all(conditions));
}
