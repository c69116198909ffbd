import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { unknownFormEmailRoutes } from "./contract.ts";
import { decideUnknownFormEmails, listUnknownFormEmails } from "./service.ts";

export const unknownFormEmailHandlers: HandlersOf<Context, typeof unknownFormEmailRoutes.records> = {
  listFormUnknown: (ctx, { params, query }) => listUnknownFormEmails(ctx, params.form_id, query),
  decideFormUnknown: (ctx, { params, body }) => decideUnknownFormEmails(ctx, params.form_id, body),
};
