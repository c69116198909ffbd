import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { sendingSettingRoutes } from "./contract.ts";
import * as settings from "./service.ts";

export const sendingSettingHandlers: HandlersOf<Context, typeof sendingSettingRoutes.records> = {
  getSendingDefaults: (ctx) => settings.getDefaults(ctx),
  setSendingDefaults: (ctx, { body }) => settings.setDefaults(ctx, body),
  getSendingMode: (ctx) => settings.getMode(ctx),
  getSendingSetup: (ctx) => settings.getSetup(ctx),
};
