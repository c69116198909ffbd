import { defineFeature } from "../../feature.ts";
import { segmentRoutes } from "./contract.ts";

export const segmentsFeature = defineFeature({
  name: "segments",
  tables: ["segment", "segment_member", "segment_reference"],
  contracts: { segments: segmentRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
  hooks: () => import("./hooks.ts"),
});
