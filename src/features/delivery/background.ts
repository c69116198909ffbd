import type { BackgroundParts } from "../../feature.ts";
import { DeliveryEngine } from "./engine.ts";
import { deleteOldThrottles } from "./throttling.queries.ts";

export const background: BackgroundParts = {
  nightly: [{ name: "throttled domains", run: deleteOldThrottles }],
  loops: [
    (worker, { messageSources, relayRefusalHooks, replyReaders }) =>
      new DeliveryEngine({ ...worker, messageSources, relayRefusalHooks, replyReaders }),
  ],
};
