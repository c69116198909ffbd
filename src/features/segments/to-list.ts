import { Type, type Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { defineAction, requestAction, type Step } from "../../jobs/actions.ts";
import { unusedName, withFreeName } from "../../db/names.ts";
import { notFound } from "../../kernel/errors.ts";
import { Count, Id } from "../../kernel/schema.ts";
import { addMembers, listTargets, lockContacts } from "../contacts/memberships/queries.ts";
import * as lists from "../lists/service.ts";
import { countMatches, listMailableIds } from "./members.ts";
import { findSegment, holdSegment } from "./queries.ts";
import { membersOf } from "./membership.ts";

/** A live segment is evaluated for every batch, so that they are large. */
const batch = 20_000;

/** So many members come within the request. */
const atOnce = 5000;

const Params = Type.Object({ segmentId: Id, listId: Id, name: Type.String(), total: Count });
const Place = Type.Object({ contactId: Type.String(), added: Count });

/** Contacts in order of id. Who said no since they were found is skipped, as by every addition to a list. */
async function step(
  ctx: Context,
  params: Static<typeof Params>,
  done: Static<typeof Place> = { contactId: "0", added: 0 },
): Promise<Step<Static<typeof Place>>> {
  const { db, clock } = ctx;
  const { segmentId, listId, name, total } = params;
  const segment = await findSegment(db, segmentId);
  const [list] = await listTargets(db, [listId]);
  if (segment === undefined) throw notFound("segment");
  if (list === undefined) throw notFound("list");
  const who = await membersOf(ctx, segment);
  const found = await listMailableIds(db, who, { after: done.contactId, limit: batch });
  const last = found.at(-1);
  if (last === undefined) return { result: { segmentId, listId, name, members: done.added } };
  const contactIds = await lockContacts(db, found);
  const { added } = await addMembers(db, { listIds: [listId], contactIds, at: clock.now() });
  const checkpoint = { contactId: last, added: done.added + added };
  return { progress: Math.min(99, Math.round((checkpoint.added / Math.max(1, total)) * 100)), checkpoint };
}

export const segmentToList = defineAction({ type: "segment_converted", params: Params, checkpoint: Place, step });

/** A list of its own: later changes of the segment leave it as it is. */
export async function toList(ctx: Context, segmentId: string, wish: { name?: string }) {
  return withFreeName(wish.name, () => inTransaction(ctx, (inner) => convert(inner, segmentId, wish.name?.trim())));
}

async function convert(ctx: Context, segmentId: string, wish?: string) {
  const segment = await holdSegment(ctx.db, segmentId);
  if (segment === undefined) throw notFound("segment");
  const name = wish ?? (await unusedName(ctx, "list", segment.name));
  const list = await lists.createNamed(ctx, { name, shopId: segment.shopId });
  const { mailable: total } = await countMatches(ctx.db, await membersOf(ctx, segment));
  const params = { segmentId, listId: list.id, name, total };
  if (total > atOnce) {
    return { status: 202 as const, body: { ...list, jobId: await requestAction(ctx, segmentToList, params) } };
  }
  await runAtOnce(ctx, params);
  return { status: 201 as const, body: { ...(await lists.get(ctx, list.id)), jobId: null } };
}

async function runAtOnce(ctx: Context, params: Static<typeof Params>): Promise<void> {
  let next = await step(ctx, params);
  while ("checkpoint" in next) next = await step(ctx, params, next.checkpoint);
}
