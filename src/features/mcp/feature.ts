import { defineFeature, noRoutes } from "../../feature.ts";

export const mcpFeature = defineFeature({
  name: "mcp",
  tables: ["mcp_confirmation", "mcp_message_window"],
  ...noRoutes,
  background: () => import("./background.ts"),
});
