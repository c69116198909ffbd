import type { Context } from "../../context.ts";
import type { Part } from "../../db/statement.ts";
import { matching, snapshotOf } from "./members.ts";
import { parseDefinition } from "./parse.ts";
import type { SegmentRecord } from "./queries.ts";
import { worldOf, type Trusted } from "./references.ts";
import { hasSnapshot } from "./world.ts";

/** Who matches the rules now, as a condition on `contact c`. */
export async function liveMembers(ctx: Context, segment: SegmentRecord, trusted: Trusted = "nothing"): Promise<Part> {
  const definition = parseDefinition(segment.definition);
  return matching(await worldOf(ctx, definition, trusted), segment.shopId, definition);
}

/** Who is in a segment, as a condition on `contact c`. */
export const membersOf = async (ctx: Context, segment: SegmentRecord, trusted?: Trusted): Promise<Part> =>
  hasSnapshot(segment) ? snapshotOf(ctx.db, segment.id) : liveMembers(ctx, segment, trusted);
