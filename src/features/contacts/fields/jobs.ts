import { Type } from "typebox";
import type { TenantDb } from "../../../db/tenant.ts";
import { actionTypes } from "../../../jobs/action-types.ts";
import { defineAction } from "../../../jobs/actions.ts";
import { Id } from "../../../kernel/schema.ts";
import * as queries from "./queries.ts";

const batchSize = 5000;

const Checkpoint = Type.Object({ contactId: Type.String(), changed: Type.Integer() });
type Sweep = { contactId: string; changed: number };
const start: Sweep = { contactId: "0", changed: 0 };

/** One batch of contacts in id order, changed where the condition holds; undefined at the end. */
async function sweep(db: TenantDb, done: Sweep, change: queries.FieldValueUpdate) {
  const batch = await queries.updateFieldValues(db, change, { contactId: done.contactId, limit: batchSize });
  if (batch === undefined) return undefined;
  const last = await queries.findLastContactId(db);
  const progress = Math.min(99, Math.round((Number(batch.lastId) / Math.max(1, last)) * 100));
  return { progress, checkpoint: { contactId: batch.lastId, changed: done.changed + batch.changed } };
}

/** Removes the values of a deleted field from contacts. */
export const runFieldDeletion = defineAction({
  type: actionTypes.deleteCustomField,
  params: Type.Object({ fieldId: Id }),
  checkpoint: Checkpoint,
  step: async ({ db }, { fieldId }, done = start) => {
    const step = await sweep(db, done, queries.withoutField(db, fieldId));
    if (step !== undefined) return step;
    await queries.deleteField(db, fieldId);
    return { result: { fieldId, contacts: done.changed } };
  },
});

/** Removes deleted options of a field from contacts. */
export const runOptionRemoval = defineAction({
  type: actionTypes.removeCustomFieldOptions,
  params: Type.Object({ fieldId: Id, optionIds: Type.Array(Id) }),
  checkpoint: Checkpoint,
  step: async ({ db }, { fieldId, optionIds }, done = start) =>
    (await sweep(db, done, queries.withoutOptions(db, fieldId, optionIds))) ?? {
      result: { fieldId, contacts: done.changed },
    },
});
