import type { BackgroundParts } from "../../feature.ts";
import { DeliveryEngine } from "./engine.ts";

export const background: BackgroundParts = {
  loops: [
    (worker, { messageSources, relayRefusalHooks, replyReaders }) =>
      new DeliveryEngine({ ...worker, messageSources, relayRefusalHooks, replyReaders }),
  ],
};
