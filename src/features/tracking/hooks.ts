import { contactHooks } from "../contacts/contact-hooks.ts";
import { lockIdleBatches, updateBatchEvents } from "./batches.queries.ts";

export const hooks = [
  contactHooks.implement({
    /** A deleted contact leaves events that find no message; of an erased one nothing stays. */
    onErase: async ({ db }, { id: contactId }) => {
      for (const { id, events: stored } of await lockIdleBatches(db)) {
        const events = stored.events.filter(([, contact]) => contact !== contactId);
        if (events.length < stored.events.length) await updateBatchEvents(db, id, { ...stored, events });
      }
    },
  }),
];
