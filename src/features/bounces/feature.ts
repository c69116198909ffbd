import { defineFeature } from "../../feature.ts";
import { bounceRoutes } from "./contract.ts";
import { sendingHookRoutes } from "./hooks/contract.ts";

export const bouncesFeature = defineFeature({
  name: "bounces",
  tables: ["sending_hook", "sending_hook_lookup"],
  contracts: { bounces: bounceRoutes, hooks: sendingHookRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
