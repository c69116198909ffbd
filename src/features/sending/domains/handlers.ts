import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { sendingDomainRoutes } from "./contract.ts";
import * as domains from "./service.ts";

export const sendingDomainHandlers: HandlersOf<Context, typeof sendingDomainRoutes.records> = {
  createSendingDomain: (ctx, { body }) => domains.create(ctx, body),
  deleteSendingDomain: (ctx, { params }) => domains.remove(ctx, params.domain_id),
  checkSendingDomain: (ctx, { params }) => domains.check(ctx, params.domain_id),
};
