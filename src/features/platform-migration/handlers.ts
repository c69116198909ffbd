import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { platformMigrationRoutes } from "./contract.ts";
import * as legacy from "./service.ts";

const platformMigrationHandlers: HandlersOf<Context, typeof platformMigrationRoutes.records> = {
  getLegacy: (ctx) => legacy.getLegacy(ctx),
  getLegacyMigration: (ctx, { params }) => legacy.getLegacyMigration(ctx, params.migration_id),
};

export const handlers = { legacy: platformMigrationHandlers };
