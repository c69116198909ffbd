import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { formReportRoutes } from "./contract.ts";
import { getFormReport } from "./service.ts";

export const formReportHandlers: HandlersOf<Context, typeof formReportRoutes.records> = {
  getFormReport: (ctx, { params, query }) => getFormReport(ctx, params.form_id, query),
};
