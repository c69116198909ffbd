import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { reportRoutes } from "./contract.ts";
import { downloadReport, getReport } from "./service.ts";

export const reportHandlers: HandlersOf<Context, typeof reportRoutes.records> = {
  getAutomationReport: (ctx, { params, query }) =>
    query.format === "csv"
      ? downloadReport(ctx, params.automation_id, query)
      : getReport(ctx, params.automation_id, query),
};
