import { defineRoutes } from "../../kernel/route.ts";
import { Legacy, Migration } from "./shapes.ts";

export const platformMigrationRoutes = defineRoutes("Account", "settings", {
  getLegacy: {
    method: "GET",
    path: "/legacy",
    mcp: "catalog",
    summary: "State of the migrations from other platforms",
    answers: { 200: Legacy },
    errors: [],
  },
  getLegacyMigration: {
    method: "GET",
    path: "/legacy/migrations/{migration_id}",
    mcp: "catalog",
    summary: "One migration, with what was not taken over",
    answers: { 200: Migration },
    errors: ["not_found migration"],
  },
});
