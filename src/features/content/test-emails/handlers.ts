import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { testRecipientRoutes } from "./contract.ts";
import * as tests from "./service.ts";

export const testRecipientHandlers: HandlersOf<Context, typeof testRecipientRoutes.records> = {
  getTestRecipients: (ctx) => tests.getTestRecipients(ctx),
  setTestRecipients: (ctx, { body }) => tests.setTestRecipients(ctx, body.emails),
};
