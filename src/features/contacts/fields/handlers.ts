import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { customFieldRoutes } from "./contract.ts";
import * as fields from "./service.ts";

export const customFieldHandlers: HandlersOf<Context, typeof customFieldRoutes.records> = {
  listCustomFields: (ctx) => fields.listCustomFields(ctx),
  createCustomField: (ctx, { body }) => fields.createCustomField(ctx, body),
  updateCustomField: (ctx, { params, body }) => fields.updateCustomField(ctx, params.id, body),
  deleteCustomField: (ctx, { params }) => fields.deleteCustomField(ctx, params.id),
};
