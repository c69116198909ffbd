import type { Worker } from "../../../feature.ts";
import { orderCreated, orderMoved, orderStateChanged } from "../../../journal/events.ts";
import { defineListener } from "../../../journal/listener.ts";
import { findRfmSetting, updateChangedAt } from "./queries.ts";

/** Notes that the scores are older than the orders; the refresh job computes them again. */
export const rfmListener = defineListener({
  reader: "orders.rfm",
  events: [orderCreated, orderStateChanged, orderMoved],
  isEnabled: async (db) => (await findRfmSetting(db)) !== undefined,
  handle: (db, _entries, { clock }: Pick<Worker, "clock">) => updateChangedAt(db, clock.now()),
});
