import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { sendingSettingRoutes } from "./contract.ts";
import * as settings from "./service.ts";

export const sendingSettingHandlers: HandlersOf<Context, typeof sendingSettingRoutes.records> = {
  getSendingMode: (ctx) => settings.getSendingMode(ctx),
  getSendingSetup: (ctx) => settings.getSendingSetup(ctx),
};
