import { Type, type Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction, requestAction, type ActionStep } from "../../jobs/actions.ts";
import { availableName, retryWithFreeName } from "../../db/unique-names.ts";
import { notFound } from "../../kernel/errors.ts";
import { Count, Id } from "../../kernel/schema.ts";
import { addMembers, lockListsForShare, lockContacts } from "../contacts/memberships/queries.ts";
import { listNames } from "../lists/queries.ts";
import * as lists from "../lists/service.ts";
import { countMatches, listMailableIds } from "./members.queries.ts";
import { findSegment, lockSegmentForShare } from "./queries.ts";
import { membersCondition } from "./membership.ts";

/** Large, because a live segment is evaluated for every batch. */
const batchSize = 20_000;

/** Up to this many members are added within the request. */
const maxInlineMembers = 5000;

const Params = Type.Object({ segmentId: Id, listId: Id, name: Type.String(), total: Count });
const Checkpoint = Type.Object({ contactId: Type.String(), added: Count });

/** Adds contacts in id order. Contacts that opted out meanwhile are skipped, like in every addition to a list. */
async function step(
  ctx: Context,
  params: Static<typeof Params>,
  done: Static<typeof Checkpoint> = { contactId: "0", added: 0 },
): Promise<ActionStep<Static<typeof Checkpoint>>> {
  const { db, clock, volume } = ctx;
  const { segmentId, listId, name, total } = params;
  const segment = await findSegment(db, segmentId);
  const [list] = await lockListsForShare(db, [listId]);
  if (segment === undefined) throw notFound("segment");
  if (list === undefined) throw notFound("list");
  const condition = await membersCondition(ctx, segment);
  const found = await listMailableIds(db, condition, {
    after: done.contactId,
    limit: volume(batchSize),
    now: clock.now(),
  });
  const last = found.at(-1);
  if (last === undefined) return { result: { segmentId, listId, name, members: done.added } };
  const contactIds = await lockContacts(db, found);
  const { added } = await addMembers(db, { listIds: [listId], contactIds, at: clock.now() });
  const checkpoint = { contactId: last, added: done.added + added };
  return { progress: Math.min(99, Math.round((checkpoint.added / Math.max(1, total)) * 100)), checkpoint };
}

export const runSegmentConversion = defineAction({
  type: actionTypes.convertSegment,
  params: Params,
  checkpoint: Checkpoint,
  step,
});

/** Creates an independent list; later changes of the segment do not affect it. */
export async function convertSegment(ctx: Context, segmentId: string, input: { name?: string }) {
  return retryWithFreeName(input.name, () =>
    inTransaction(ctx, (inner) => createListFromSegment(inner, segmentId, input.name?.trim())),
  );
}

async function createListFromSegment(ctx: Context, segmentId: string, requestedName?: string) {
  const segment = await lockSegmentForShare(ctx.db, segmentId);
  if (segment === undefined) throw notFound("segment");
  const name = requestedName ?? (await availableName(ctx, listNames, segment.name));
  const list = await lists.createPlainList(ctx, { name, shopId: segment.shopId });
  ctx.db.created(list.id, "lists");
  const { mailable: total } = await countMatches(ctx.db, await membersCondition(ctx, segment), ctx.clock.now());
  const params = { segmentId, listId: list.id, name, total };
  if (total > ctx.volume(maxInlineMembers)) {
    return { status: 202 as const, body: { ...list, jobId: await requestAction(ctx, runSegmentConversion, params) } };
  }
  await runInline(ctx, params);
  return { status: 201 as const, body: { ...(await lists.getList(ctx, list.id)), jobId: null } };
}

async function runInline(ctx: Context, params: Static<typeof Params>): Promise<void> {
  let next = await step(ctx, params);
  while ("checkpoint" in next) next = await step(ctx, params, next.checkpoint);
}
