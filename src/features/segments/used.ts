import type { Context } from "../../context.ts";
import { joinNodes, node, type SqlNode } from "../../db/sql-node.ts";
import { listSegmentIds } from "./queries.ts";
import { membersCondition } from "./membership.ts";
import { getSegmentRecord } from "./service.ts";

/**
 * Whether the contact `c` is in any segment of the company: in its snapshot, or matched by it now. Of those that name
 * something that is gone, such as the list whose contacts are just asked about, the rest counts: in doubt a contact stays.
 */
export async function isInAnySegment(ctx: Context): Promise<SqlNode> {
  const ids = await listSegmentIds(ctx.db);
  const segments = await Promise.all(
    ids.map(async (id) => membersCondition(ctx, await getSegmentRecord(ctx, id), "everything")),
  );
  if (segments.length === 0) return node`false`;
  const anyOf = joinNodes(
    segments.map((condition) => node`(${condition})`),
    node` or `,
  );
  return node`(${anyOf})`;
}
