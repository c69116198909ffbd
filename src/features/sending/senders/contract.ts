import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, Items, Time } from "../../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const senderPath = "/sending/senders/{sender_id}";
const missing = "not_found sender";
const wrong = [
  "validation email",
  "validation name",
  "validation replyTo",
  "validation shopId",
  "validation connectionId",
] as const;
const blocked = "conflict sending_blocked";
const limited = "rate_limited sender-mail";

export const senderRoutes = defineRoutes("Sending", "settings", {
  createSender: {
    method: "POST",
    path: "/sending/senders",
    mcp: "catalog",
    effect: "sends",
    summary: "Add a sender; it can send once the verification mail to its address is confirmed",
    body: shapes.SenderInput,
    answers: { 201: shapes.Sender },
    errors: [...wrong, "conflict email", "conflict limit", blocked, limited],
  },
  updateSender: {
    method: "PATCH",
    path: senderPath,
    mcp: "catalog",
    effect: "depends",
    summary: "Change a sender; a new address has to be verified again",
    body: shapes.SenderChange,
    answers: { 200: shapes.Sender },
    errors: [...wrong, missing, "conflict email", "conflict used", blocked, limited],
  },
  deleteSender: {
    method: "DELETE",
    path: senderPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a sender; drafts that use it lose their sender",
    answers: { 204: null },
    errors: [missing, "conflict used"],
  },
  checkSender: {
    method: "POST",
    path: `${senderPath}/check`,
    mcp: "catalog",
    effect: "internal",
    summary: "Verification state of a sender, and a DNS check of its domain",
    answers: { 200: shapes.SenderCheck },
    errors: [missing, "unavailable dns"],
  },
  resendSender: {
    method: "POST",
    path: `${senderPath}/resend`,
    mcp: "catalog",
    effect: "sends",
    summary: "Send the verification mail again",
    answers: { 202: Type.Object({ email: Type.String(), at: Time }) },
    errors: [missing, "conflict status", blocked, limited, "unavailable mail"],
  },
  getSenderUsage: {
    method: "GET",
    path: `${senderPath}/usage`,
    mcp: "catalog",
    summary: "Campaigns that use a sender",
    answers: { 200: shapes.SenderUsage },
    errors: [missing],
  },
});

export const verifiedSenderRoutes = defineRoutes("Campaigns", "campaigns", {
  listSenders: {
    method: "GET",
    path: "/senders",
    mcp: "catalog",
    summary: "Verified senders; with a shop, those of the shop",
    query: Type.Object({ shop: Type.Optional(Id) }),
    answers: { 200: Items(shapes.Sender) },
    errors: ["validation shop"],
  },
});
