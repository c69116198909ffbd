import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { legacyRoutes } from "./contract.ts";
import * as legacy from "./service.ts";

const legacyHandlers: HandlersOf<Context, typeof legacyRoutes.records> = {
  getLegacy: (ctx) => legacy.getLegacy(ctx),
  getLegacyMigration: (ctx, { params }) => legacy.getLegacyMigration(ctx, params.migration_id),
};

export const handlers = { legacy: legacyHandlers };
