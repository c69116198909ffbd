import type { Context } from "../../context.ts";
import type { HandlersOf } from "../../kernel/route.ts";
import type { bounceRoutes } from "./contract.ts";
import { sendingHookHandlers } from "./hooks/handlers.ts";
import { undoBounces } from "./undo.ts";

export const bounceHandlers: HandlersOf<Context, typeof bounceRoutes.records> = {
  undoBounces: (ctx, { params, body: { from, to, code } }) =>
    undoBounces(ctx, params.campaign_id, { from: parseDate(from), to: parseDate(to), code }),
};

const parseDate = (time: string | undefined): Date | undefined => (time === undefined ? undefined : new Date(time));

export const handlers = { bounces: bounceHandlers, hooks: sendingHookHandlers };
