import { defineFeature } from "../../feature.ts";
import { peopleRoutes, sessionRoutes } from "./contract.ts";

export const peopleFeature = defineFeature({
  name: "people",
  tables: [],
  contracts: { people: peopleRoutes, sessions: sessionRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
