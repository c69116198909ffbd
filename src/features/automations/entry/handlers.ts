import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { entryRoutes } from "./contract.ts";
import { addContacts } from "./manual.ts";

export const entryHandlers: HandlersOf<Context, typeof entryRoutes.records> = {
  addAutomationContacts: (ctx, { params, body }) => addContacts(ctx, params.automation_id, body.contactIds),
};
