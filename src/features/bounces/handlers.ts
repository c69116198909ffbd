import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { bounceRoutes } from "./contract.ts";
import { sendingHookHandlers } from "./hooks/handlers.ts";
import { countUndoableBounces, undoBounces } from "./undo.ts";

export const bounceHandlers: HandlersOf<Context, typeof bounceRoutes.records> = {
  undoBounces: async (ctx, { params, body: { from, to, code, reply, dryRun } }) => {
    const filter = { from: parseDate(from), to: parseDate(to), code, reply };
    if (dryRun !== true) return undoBounces(ctx, params.campaign_id, filter);
    return { undone: 0, found: await countUndoableBounces(ctx, params.campaign_id, filter) };
  },
};

const parseDate = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

export const handlers = { bounces: bounceHandlers, hooks: sendingHookHandlers };
