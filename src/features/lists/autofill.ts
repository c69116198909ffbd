import { Type } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { defineAction, requestAction } from "../../jobs/actions.ts";
import * as journal from "../../journal/journal.ts";
import { Count, Id } from "../../kernel/schema.ts";
import { completedFields, completionOf } from "./completion/completion.ts";
import { fillContacts, listUnfilledMembers, type UnfilledMember } from "./members/queries.ts";
import { getRecord } from "./service.ts";

const batchSize = 5000;

/** Few enough that even a plan that compares each with each takes no time. */
const writtenAtOnce = 500;

type Filling = { id: string; fields: Record<string, string> };

/** What the names tell of a contact, without the fields that a person emptied on purpose. */
function fillingOf(member: UnfilledMember): Filling | undefined {
  const told = Object.entries(completionOf(member)).filter(([field]) => !member.editedFields.includes(field));
  return told.length === 0 ? undefined : { id: member.id, fields: Object.fromEntries(told) };
}

async function findBatch(ctx: Context, listId: string, after: string) {
  const members = await listUnfilledMembers(ctx.db, listId, { after, limit: batchSize });
  const lastId = members.at(-1)?.id;
  const fillings = members.map(fillingOf).filter((filling) => filling !== undefined);
  return lastId === undefined ? undefined : { lastId, fillings, isLast: members.length < batchSize };
}

async function write(ctx: Context, fillings: readonly Filling[]): Promise<void> {
  if (fillings.length === 0) return;
  const at = ctx.clock.now();
  const rows = fillings.map(({ id, fields }) => ({ id, ...fields }));
  for (let from = 0; from < rows.length; from += writtenAtOnce) {
    await fillContacts(ctx.db, rows.slice(from, from + writtenAtOnce), at);
  }
  await journal.append(
    ctx.db,
    fillings.map(({ id, fields }) => ({
      type: "contact_updated",
      contactId: id,
      at,
      payload: { fields: Object.keys(fields), title: Object.keys(fields).join(", "), source: "autofill" },
    })),
  );
}

/** Says what will be filled, exactly; of a large list the writing follows in the background. */
export async function autofill(ctx: Context, listId: string) {
  const { total } = await getRecord(ctx, listId);
  const counts = new Map<string, number>(completedFields.map((field) => [field, 0]));
  let contacts = 0;
  let place: string | undefined = "0";
  while (place !== undefined) {
    const batch = await fillNext(ctx, listId, place, total <= batchSize);
    for (const { fields } of batch?.fillings ?? []) {
      contacts += 1;
      for (const field of Object.keys(fields)) counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    place = batch === undefined || batch.isLast ? undefined : batch.lastId;
  }
  const isLater = total > batchSize && contacts > 0;
  const jobId = isLater ? await requestAction(ctx, listAutofill, { listId, contacts }) : null;
  return { members: total, contacts, fields: Object.fromEntries(counts), jobId };
}

async function fillNext(ctx: Context, listId: string, after: string, isWritten: boolean) {
  return inTransaction(ctx, async (inner) => {
    const batch = await findBatch(inner, listId, after);
    if (batch !== undefined && isWritten) await write(inner, batch.fillings);
    return batch;
  });
}

export const listAutofill = defineAction({
  type: "list_autofilled",
  params: Type.Object({ listId: Id, contacts: Count }),
  checkpoint: Type.Object({ contactId: Type.String(), filled: Count }),
  step: async (ctx, { listId, contacts }, done = { contactId: "0", filled: 0 }) => {
    const batch = await findBatch(ctx, listId, done.contactId);
    if (batch === undefined) return { result: { listId, contacts: done.filled } };
    await write(ctx, batch.fillings);
    const filled = done.filled + batch.fillings.length;
    return {
      progress: Math.min(99, Math.round((filled / Math.max(1, contacts)) * 100)),
      checkpoint: { contactId: batch.lastId, filled },
    };
  },
});
