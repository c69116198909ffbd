import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { engineRoutes } from "./contract.ts";
import { getCounts } from "./counts.ts";
import { listPasses, listRuns } from "./history.ts";
import { testAutomation } from "./simulation/test-automation.ts";
import { traceContact } from "./simulation/trace.ts";
import { activateAutomation, pauseAutomation } from "./status.ts";
import { releaseRuns, rescheduleRuns } from "./waiting-runs.ts";

export const engineHandlers: HandlersOf<Context, typeof engineRoutes.records> = {
  activateAutomation: (ctx, { params }) => activateAutomation(ctx, params.automation_id),
  pauseAutomation: (ctx, { params }) => pauseAutomation(ctx, params.automation_id),
  getAutomationCounts: (ctx, { params }) => getCounts(ctx, params.automation_id),
  listAutomationRuns: (ctx, { params, query }) => listRuns(ctx, params.automation_id, query),
  listNodePasses: (ctx, { params, query }) => listPasses(ctx, params.automation_id, { key: params.key, query }),
  releaseNode: (ctx, { params, body }) =>
    releaseRuns(ctx, { automationId: params.automation_id, node: params.key, contactIds: body.contactIds }),
  rescheduleNode: (ctx, { params }) => rescheduleRuns(ctx, { automationId: params.automation_id, node: params.key }),
  testAutomation: (ctx, { params, body }) => testAutomation(ctx, params.automation_id, body),
  traceContact: (ctx, { params, body }) => traceContact(ctx, params.automation_id, body),
};
