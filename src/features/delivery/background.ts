import type { BackgroundParts } from "../../feature.ts";
import { addMs, days } from "../../kernel/local-time.ts";
import { DeliveryEngine } from "./engine.ts";
import { deleteOldStreaks } from "./refusal-streaks.queries.ts";
import { deleteOldThrottles } from "./throttling.queries.ts";

/** Refusals further apart belong to different incidents. */
const streakDays = 7;

export const background: BackgroundParts = {
  nightly: [
    { name: "refusal streaks", run: (db, now) => deleteOldStreaks(db, addMs(now, -days(streakDays))) },
    { name: "throttled domains", run: deleteOldThrottles },
  ],
  loops: [
    (worker, { messageSources, relayBounceHooks, replyReaders }) =>
      new DeliveryEngine({ ...worker, messageSources, relayBounceHooks, replyReaders }),
  ],
};
