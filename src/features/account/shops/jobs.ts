import { Type } from "typebox";
import { actionTypes } from "../../../jobs/action-types.ts";
import { defineAction } from "../../../jobs/actions.ts";
import { contactUpdated } from "../../../journal/events.ts";
import * as journal from "../../../journal/journal.ts";
import { Count, Id, Language } from "../../../kernel/schema.ts";
import { updateContactLanguage } from "../../contacts/language.queries.ts";
import * as queries from "./queries.ts";

const batchSize = 1000;

/**
 * Sets the language of a shop's contacts, one batch per step. A later request for the same shop ends an earlier one.
 */
export const runContactLanguageChange = defineAction({
  type: actionTypes.changeContactLanguage,
  params: Type.Object({ shopId: Id, language: Language }),
  checkpoint: Type.Object({ contactId: Type.String(), seen: Count, changed: Count }),
  step: async ({ db, clock }, { shopId, language }, done = { contactId: "0", seen: 0, changed: 0 }) => {
    const result = { shopId, language, contacts: done.changed };
    if ((await queries.findLatestRequestedLanguage(db, actionTypes.changeContactLanguage, shopId)) !== language)
      return { result };
    const at = clock.now();
    const after = { contactId: done.contactId, limit: batchSize };
    const batch = await updateContactLanguage(db, { shopId, language, at }, after);
    if (batch === undefined) return { result };
    await journal.appendEntries(
      db,
      batch.changed.map((contactId) => contactUpdated.entry({ contactId, at, payload: { fields: ["language"] } })),
    );
    const total = (await queries.findShop(db, shopId))?.contacts ?? 0;
    const seen = done.seen + batch.seen;
    return {
      progress: Math.min(99, Math.round((seen / Math.max(1, total)) * 100)),
      checkpoint: { contactId: batch.lastId, seen, changed: done.changed + batch.changed.length },
    };
  },
});
