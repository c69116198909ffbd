import { defineFeature } from "../../feature.ts";
import { credentialRoutes, pingRoutes } from "./credentials/contract.ts";

export const compatibleFeature = defineFeature({
  name: "compatible",
  tables: [],
  contracts: { ping: pingRoutes, credentials: credentialRoutes },
  handlers: () => import("./handlers.ts"),
});
