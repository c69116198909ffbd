import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { bounceRoutes } from "./contract.ts";
import { sendingHookHandlers } from "./hooks/handlers.ts";
import { undoCompanyBounces } from "./undo-company.ts";
import { toFilter } from "./undo-sources.ts";
import { countUndoableBounces, undoBounces } from "./undo.ts";

export const bounceHandlers: HandlersOf<Context, typeof bounceRoutes.records> = {
  undoBounces: async (ctx, { params, body: { dryRun, ...wanted } }) => {
    const filter = toFilter(wanted);
    if (dryRun !== true) return undoBounces(ctx, params.campaign_id, filter);
    return { undone: 0, found: await countUndoableBounces(ctx, params.campaign_id, filter) };
  },
  undoCompanyBounces: (ctx, { body }) => undoCompanyBounces(ctx, body),
};

export const handlers = { bounces: bounceHandlers, hooks: sendingHookHandlers };
