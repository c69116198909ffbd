import { defineFeature } from "../../feature.ts";
import { sendingHookRoutes } from "./hooks/contract.ts";

export const bouncesFeature = defineFeature({
  name: "bounces",
  tables: ["sending_hook", "sending_hook_lookup"],
  contracts: { hooks: sendingHookRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
