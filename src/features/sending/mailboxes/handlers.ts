import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { mailboxRoutes } from "./contract.ts";
import * as mailboxes from "./service.ts";

export const mailboxHandlers: HandlersOf<Context, typeof mailboxRoutes.records> = {
  listMailboxes: (ctx) => mailboxes.listMailboxes(ctx),
  createMailbox: (ctx, { body }) => mailboxes.createMailbox(ctx, body),
  getMailbox: (ctx, { params }) => mailboxes.getMailbox(ctx, params.mailbox_id),
  updateMailbox: (ctx, { params, body }) => mailboxes.updateMailbox(ctx, params.mailbox_id, body),
  deleteMailbox: (ctx, { params }) => mailboxes.deleteMailbox(ctx, params.mailbox_id),
  checkMailbox: (ctx, { params }) => mailboxes.checkMailbox(ctx, params.mailbox_id),
};
