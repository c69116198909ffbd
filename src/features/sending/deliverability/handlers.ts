import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { deliverabilityRoutes } from "./contract.ts";
import { listSenderStates } from "./sender-states.ts";
import * as domains from "./service.ts";

export const deliverabilityHandlers: HandlersOf<Context, typeof deliverabilityRoutes.records> = {
  listMonitoredDomains: (ctx) => domains.listMonitoredDomains(ctx),
  createMonitoredDomain: (ctx, { body }) => domains.createMonitoredDomain(ctx, body),
  updateMonitoredDomain: (ctx, { params, body }) =>
    domains.updateMonitoredDomain(ctx, params.domain_id, body.dkimSelectors),
  deleteMonitoredDomain: (ctx, { params }) => domains.deleteMonitoredDomain(ctx, params.domain_id),
  checkMonitoredDomain: (ctx, { params }) => domains.checkMonitoredDomain(ctx, params.domain_id),
  listSenderStates: (ctx) => listSenderStates(ctx),
};
