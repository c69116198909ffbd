import type { Context } from "../../../context.ts";
import type { HandlersOf } from "../../../kernel/route.ts";
import type { senderRoutes, verifiedSenderRoutes } from "./contract.ts";
import * as senders from "./service.ts";

export const senderHandlers: HandlersOf<Context, typeof senderRoutes.records> = {
  createSender: (ctx, { body }) => senders.createSender(ctx, body),
  updateSender: (ctx, { params, body }) => senders.updateSender(ctx, params.sender_id, body),
  deleteSender: (ctx, { params }) => senders.deleteSender(ctx, params.sender_id),
  checkSender: (ctx, { params }) => senders.checkSender(ctx, params.sender_id),
  resendSender: (ctx, { params }) => senders.resendVerificationMail(ctx, params.sender_id),
  getSenderUsage: (ctx, { params }) => senders.getSenderUsage(ctx, params.sender_id),
};

export const verifiedSenderHandlers: HandlersOf<Context, typeof verifiedSenderRoutes.records> = {
  listSenders: (ctx, { query }) => senders.listVerifiedSenders(ctx, query.shop),
};
