import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { customFieldRoutes } from "./contract.ts";
import * as fields from "./service.ts";

export const customFieldHandlers: HandlersOf<Context, typeof customFieldRoutes.records> = {
  listCustomFields: (ctx) => fields.list(ctx),
  createCustomField: (ctx, { body }) => fields.create(ctx, body),
  updateCustomField: (ctx, { params, body }) => fields.update(ctx, params.id, body),
  deleteCustomField: (ctx, { params }) => fields.remove(ctx, params.id),
};
