import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { sendingDomainRoutes } from "./contract.ts";
import * as domains from "./service.ts";

export const sendingDomainHandlers: HandlersOf<Context, typeof sendingDomainRoutes.records> = {
  createSendingDomain: (ctx, { body }) => domains.createSendingDomain(ctx, body),
  updateSendingDomain: (ctx, { params, body }) => domains.updateSendingDomain(ctx, params.domain_id, body),
  deleteSendingDomain: (ctx, { params }) => domains.deleteSendingDomain(ctx, params.domain_id),
  checkSendingDomain: (ctx, { params }) => domains.checkSendingDomain(ctx, params.domain_id),
};
