import type { Worker } from "../../../feature.ts";
import { defineRangeListener } from "../../../journal/listener.ts";
import { wakeConditions } from "./wake-conditions.queries.ts";

/** Runs that wait for a condition are looked at again when the journal has an entry of their contact. */
export const conditionListener = defineRangeListener({
  reader: "automations.conditions",
  handle: (db, range, { clock }: Pick<Worker, "clock">) => wakeConditions(db, range, clock.now()),
});
