import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { checkRoutes } from "./contract.ts";

export const checkHandlers: HandlersOf<Context, typeof checkRoutes.records> = {
  lintContent: async () => ({ issues: [] }),
  checkSpam: async () => ({ score: 0, verdict: "ok", sizeKb: 0, rules: [] }),
};
