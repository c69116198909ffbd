import type { Worker } from "../../../feature.ts";
import { defineRangeListener } from "../../../journal/listener.ts";
import { endLeftRuns } from "./exits.ts";
import { wakeConditions } from "./wake-conditions.queries.ts";

/**
 * Runs end when their contacts leave what let them in; those that wait for a condition are looked at again when the journal
 * has an entry of their contact.
 */
export const conditionListener = defineRangeListener({
  reader: "automations.conditions",
  handle: async (db, range, { clock }: Pick<Worker, "clock">) => {
    const now = clock.now();
    await endLeftRuns(db, range, now);
    await wakeConditions(db, range, now);
  },
});
