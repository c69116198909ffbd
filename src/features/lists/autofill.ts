import { Type, type Static } from "typebox";
import { inTransaction, type Context } from "../../context.ts";
import { actionTypes } from "../../jobs/action-types.ts";
import { defineAction, requestAction } from "../../jobs/actions.ts";
import { contactUpdated } from "../../journal/events.ts";
import * as journal from "../../journal/journal.ts";
import { Count, Id } from "../../kernel/schema.ts";
import { enrichedFields, enrichFromName } from "../contacts/name-enrichment/name-enrichment.ts";
import { fillEmptyFields } from "../contacts/name-fields.queries.ts";
import { listUnenrichedMembers, type UnenrichedMember } from "./members/queries.ts";
import { getListRecord } from "./service.ts";

/** Contacts of a batch are locked until it is committed. */
const batchSize = 1000;

/** Small enough that even a nested loop over a batch is fast. */
const writeBatchSize = 500;

type ContactEnrichment = { id: string; fields: Record<string, string> };

/** The fields derived from the names of a contact, except those that a person emptied. */
function enrichMember(member: UnenrichedMember): ContactEnrichment | undefined {
  const derived = Object.entries(enrichFromName(member)).filter(([field]) => !member.editedFields.includes(field));
  return derived.length === 0 ? undefined : { id: member.id, fields: Object.fromEntries(derived) };
}

async function writeEnrichments(ctx: Context, enrichments: readonly ContactEnrichment[]): Promise<void> {
  if (enrichments.length === 0) return;
  const at = ctx.clock.now();
  const rows = enrichments.map(({ id, fields }) => ({ id, ...fields }));
  for (let from = 0; from < rows.length; from += writeBatchSize) {
    await fillEmptyFields(ctx.db, rows.slice(from, from + writeBatchSize), at);
  }
  await journal.appendEntries(
    ctx.db,
    enrichments.map(({ id, fields }) =>
      contactUpdated.entry({
        contactId: id,
        at,
        payload: { fields: Object.keys(fields), title: Object.keys(fields).join(", "), source: "autofill" },
      }),
    ),
  );
}

/** Members of a list up to this size are filled within the request. */
const maxMembersFilledInline = 1000;

/** Answers how many contacts and fields were filled; a large list is filled in the background. */
export async function autofillList(ctx: Context, listId: string) {
  const { total } = await getListRecord(ctx, listId);
  if (total > ctx.volume(maxMembersFilledInline)) {
    const jobId = await requestAction(ctx, runListAutofill, { listId, members: total });
    return { status: 202 as const, body: { members: total, jobId } };
  }
  const { filled, fields } = await inTransaction(ctx, async (inner) => {
    let done = nothingFilled;
    for (;;) {
      const next = await fillNextBatch(inner, listId, done);
      if (next === undefined) return done;
      done = next;
    }
  });
  return { status: 200 as const, body: { members: total, contacts: filled, fields: allCounts(fields), jobId: null } };
}

const Checkpoint = Type.Object({
  contactId: Type.String(),
  filled: Count,
  /** Missing in checkpoints of older versions, like `fields`. */
  seen: Type.Optional(Count),
  fields: Type.Optional(Type.Record(Type.String(), Count)),
});
type Checkpoint = Static<typeof Checkpoint>;

const nothingFilled: Checkpoint = { contactId: "0", filled: 0 };

const allCounts = (fields: Checkpoint["fields"]): Record<string, number> => ({
  ...Object.fromEntries(enrichedFields.map((field) => [field, 0])),
  ...fields,
});

/** Undefined when no members are left. */
async function fillNextBatch(ctx: Context, listId: string, done: Checkpoint): Promise<Checkpoint | undefined> {
  const members = await listUnenrichedMembers(ctx.db, listId, { after: done.contactId, limit: ctx.volume(batchSize) });
  const lastId = members.at(-1)?.id;
  if (lastId === undefined) return undefined;
  const enrichments = members.map(enrichMember).filter((enrichment) => enrichment !== undefined);
  await writeEnrichments(ctx, enrichments);
  const fields = { ...done.fields };
  for (const field of enrichments.flatMap((item) => Object.keys(item.fields))) fields[field] = (fields[field] ?? 0) + 1;
  const seen = (done.seen ?? done.filled) + members.length;
  return { contactId: lastId, filled: done.filled + enrichments.length, seen, fields };
}

/** One batch per step: a killed run continues after its last batch. */
export const runListAutofill = defineAction({
  type: actionTypes.autofillList,
  params: Type.Object({ listId: Id, members: Type.Optional(Count) }),
  checkpoint: Checkpoint,
  step: async (ctx, { listId, members = 0 }, done = nothingFilled) => {
    const next = await fillNextBatch(ctx, listId, done);
    if (next === undefined) return { result: { listId, contacts: done.filled, fields: allCounts(done.fields) } };
    const progress = Math.min(99, Math.round(((next.seen ?? 0) / Math.max(1, members)) * 100));
    return { progress, checkpoint: next };
  },
});
