import { defineFeature } from "../../feature.ts";
import { eventRoutes } from "./contract.ts";
import { eventFeedRoutes } from "./feed/contract.ts";

export const eventsFeature = defineFeature({
  name: "events",
  tables: ["contact_event"],
  contracts: { events: eventRoutes, eventFeed: eventFeedRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
