import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { deliverabilityRoutes } from "./contract.ts";
import { listSenderStates } from "./sender-states.ts";
import * as domains from "./service.ts";

export const deliverabilityHandlers: HandlersOf<Context, typeof deliverabilityRoutes.records> = {
  listMonitoredDomains: (ctx) => domains.list(ctx),
  createMonitoredDomain: (ctx, { body }) => domains.create(ctx, body),
  updateMonitoredDomain: (ctx, { params, body }) => domains.update(ctx, params.domain_id, body.dkimSelectors),
  deleteMonitoredDomain: (ctx, { params }) => domains.remove(ctx, params.domain_id),
  checkMonitoredDomain: (ctx, { params }) => domains.check(ctx, params.domain_id),
  listSenderStates: (ctx) => listSenderStates(ctx),
};
