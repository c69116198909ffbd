import { handleAction, type BackgroundParts } from "../../feature.ts";
import { expireConsents } from "./consents/queries.ts";
import { findCountDifferences } from "./counts.ts";
import { refreshEngagement } from "./engagement.ts";
import { fieldDeletion, optionRemoval } from "./fields/jobs.ts";
import { engagementReader, followEmailEvents } from "./listeners.ts";

export const background: BackgroundParts = {
  actions: [handleAction(fieldDeletion), handleAction(optionRemoval)],
  listeners: [
    {
      reader: engagementReader,
      handleRange: (db, range, { clock }) => followEmailEvents(db, range, clock.now()),
    },
  ],
  nightly: [
    { name: "engagement", run: (db, now) => refreshEngagement(db, now, db.sql``) },
    { name: "expired consents", run: expireConsents },
  ],
  checks: [{ name: "contact counters", findDifferences: findCountDifferences }],
};
