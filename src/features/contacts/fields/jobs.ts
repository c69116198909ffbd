import { Type } from "typebox";
import { defineAction } from "../../../jobs/actions.ts";
import { Id } from "../../../kernel/schema.ts";
import * as queries from "./queries.ts";

const batchSize = 5000;

/** Takes a deleted field's values off the contacts, a batch a step. */
export const fieldDeletion = defineAction({
  type: "custom_field_deleted",
  params: Type.Object({ fieldId: Id }),
  checkpoint: Type.Object({ contactId: Type.String(), changed: Type.Integer() }),
  step: async ({ db }, { fieldId }, done = { contactId: "0", changed: 0 }) => {
    const batch = await queries.removeFieldValues(db, fieldId, { contactId: done.contactId, limit: batchSize });
    if (batch === undefined) {
      await queries.deleteField(db, fieldId);
      return { result: { fieldId, contacts: done.changed } };
    }
    const last = await queries.findLastContactId(db);
    const progress = Math.min(99, Math.round((Number(batch.lastId) / Math.max(1, last)) * 100));
    return { progress, checkpoint: { contactId: batch.lastId, changed: done.changed + batch.changed } };
  },
});
