import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import { check } from "./check.ts";
import type { senderRoutes, verifiedSenderRoutes } from "./contract.ts";
import * as senders from "./service.ts";

export const senderHandlers: HandlersOf<Context, typeof senderRoutes.records> = {
  createSender: (ctx, { body }) => senders.create(ctx, body),
  updateSender: (ctx, { params, body }) => senders.update(ctx, params.sender_id, body),
  deleteSender: (ctx, { params }) => senders.remove(ctx, params.sender_id),
  checkSender: (ctx, { params }) => check(ctx, params.sender_id),
  resendSender: (ctx, { params }) => senders.resend(ctx, params.sender_id),
  getSenderUsage: (ctx, { params }) => senders.getUsage(ctx, params.sender_id),
};

export const verifiedSenderHandlers: HandlersOf<Context, typeof verifiedSenderRoutes.records> = {
  listSenders: (ctx, { query }) => senders.listVerified(ctx, query.shop),
};
