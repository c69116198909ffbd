import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { unknownEmailRoutes } from "./contract.ts";
import { decideUnknownEmails, listUnknownEmails } from "./service.ts";

export const unknownEmailHandlers: HandlersOf<Context, typeof unknownEmailRoutes.records> = {
  listAutomationUnknown: (ctx, { params, query }) => listUnknownEmails(ctx, params.automation_id, query),
  decideAutomationUnknown: (ctx, { params, body }) => decideUnknownEmails(ctx, params.automation_id, body),
};
