import { handleAction, type BackgroundParts, type Worker } from "../../feature.ts";
import { defineRangeListener } from "../../journal/listener.ts";
import { expireConsents } from "./consents/queries.ts";
import { findContactCountDifferences } from "./counts.sql.ts";
import { refreshEngagement } from "./engagement.queries.ts";
import { runFieldDeletion, runOptionRemoval } from "./fields/jobs.ts";
import { engagementReader, applyEmailEvents } from "./listeners.ts";

export const background: BackgroundParts = {
  actions: [handleAction(runFieldDeletion), handleAction(runOptionRemoval)],
  listeners: [
    defineRangeListener<Worker>({
      reader: engagementReader,
      handle: (db, range, { clock }) => applyEmailEvents(db, range, clock.now()),
    }),
  ],
  nightly: [
    { name: "engagement", run: (db, now) => refreshEngagement(db, now, db.sql``) },
    { name: "expired consents", run: expireConsents },
  ],
  checks: [{ name: "contact counters", findDifferences: findContactCountDifferences }],
};
