import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { engineRoutes } from "./contract.ts";
import { activateAutomation, pauseAutomation } from "./status.ts";

export const engineHandlers: HandlersOf<Context, typeof engineRoutes.records> = {
  activateAutomation: (ctx, { params }) => activateAutomation(ctx, params.automation_id),
  pauseAutomation: (ctx, { params }) => pauseAutomation(ctx, params.automation_id),
};
