import { Type } from "typebox";
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

const batchSize = 5000;

/** Small enough that even a nested loop over a batch is fast. */
const writeBatchSize = 500;

type ContactEnrichment = { id: string; fields: Record<string, string> };

/** The fields derived from the names of a contact, except those that a person emptied. */
function enrichMember(member: UnenrichedMember): ContactEnrichment | undefined {
  const derived = Object.entries(enrichFromName(member)).filter(([field]) => !member.editedFields.includes(field));
  return derived.length === 0 ? undefined : { id: member.id, fields: Object.fromEntries(derived) };
}

async function findEnrichmentBatch(ctx: Context, listId: string, after: string) {
  const members = await listUnenrichedMembers(ctx.db, listId, { after, limit: batchSize });
  const lastId = members.at(-1)?.id;
  const enrichments = members.map(enrichMember).filter((enrichment) => enrichment !== undefined);
  return lastId === undefined ? undefined : { lastId, enrichments, isLast: members.length < batchSize };
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

/** Answers exact counts of the fields to be filled; a large list is written in the background. */
export async function autofillList(ctx: Context, listId: string) {
  const { total } = await getListRecord(ctx, listId);
  const counts = new Map<string, number>(enrichedFields.map((field) => [field, 0]));
  let contacts = 0;
  let after: string | undefined = "0";
  while (after !== undefined) {
    const batch = await enrichNextBatch(ctx, listId, after, total <= batchSize);
    for (const { fields } of batch?.enrichments ?? []) {
      contacts += 1;
      for (const field of Object.keys(fields)) counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    after = batch === undefined || batch.isLast ? undefined : batch.lastId;
  }
  const isLater = total > batchSize && contacts > 0;
  const jobId = isLater ? await requestAction(ctx, runListAutofill, { listId, contacts }) : null;
  return { members: total, contacts, fields: Object.fromEntries(counts), jobId };
}

async function enrichNextBatch(ctx: Context, listId: string, after: string, isWritten: boolean) {
  return inTransaction(ctx, async (inner) => {
    const batch = await findEnrichmentBatch(inner, listId, after);
    if (batch !== undefined && isWritten) await writeEnrichments(inner, batch.enrichments);
    return batch;
  });
}

export const runListAutofill = defineAction({
  type: actionTypes.autofillList,
  notification: "list_autofilled",
  params: Type.Object({ listId: Id, contacts: Count }),
  checkpoint: Type.Object({ contactId: Type.String(), filled: Count }),
  step: async (ctx, { listId, contacts }, done = { contactId: "0", filled: 0 }) => {
    const batch = await findEnrichmentBatch(ctx, listId, done.contactId);
    if (batch === undefined) return { result: { listId, contacts: done.filled } };
    await writeEnrichments(ctx, batch.enrichments);
    const filled = done.filled + batch.enrichments.length;
    return {
      progress: Math.min(99, Math.round((filled / Math.max(1, contacts)) * 100)),
      checkpoint: { contactId: batch.lastId, filled },
    };
  },
});
