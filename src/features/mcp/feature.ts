import { defineFeature } from "../../feature.ts";
import { assistantRequestRoutes } from "./contract.ts";

export const mcpFeature = defineFeature({
  name: "mcp",
  tables: ["mcp_confirmation", "mcp_message_window", "assistant_request"],
  contracts: { requests: assistantRequestRoutes },
  handlers: () => import("./handlers.ts"),
  background: () => import("./background.ts"),
});
