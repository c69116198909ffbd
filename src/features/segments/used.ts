import type { Context } from "../../context.ts";
import { joined, part, type Part } from "../../db/statement.ts";
import { listSegmentIds } from "./queries.ts";
import { membersOf } from "./membership.ts";
import { getRecord } from "./service.ts";

/**
 * Whether the contact `c` is in any segment of the company: in its snapshot, or matched by it now. Of those that name
 * something that is gone, such as the list whose contacts are just asked about, the rest counts: in doubt a contact stays.
 */
export async function isInAnySegment(ctx: Context): Promise<Part> {
  const ids = await listSegmentIds(ctx.db);
  const segments = await Promise.all(ids.map(async (id) => membersOf(ctx, await getRecord(ctx, id), "everything")));
  if (segments.length === 0) return part`false`;
  const anyOf = joined(
    segments.map((who) => part`(${who})`),
    part` or `,
  );
  return part`(${anyOf})`;
}
