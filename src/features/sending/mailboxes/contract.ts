import { defineRoutes } from "../../../kernel/route.ts";
import { Items } from "../../../kernel/schema.ts";
import * as shapes from "./shapes.ts";

const mailboxPath = "/sending/mailboxes/{mailbox_id}";
const missing = "not_found mailbox";
const wrong = [
  "validation name",
  "validation host",
  "validation port",
  "validation security",
  "validation auth",
  "validation username",
  "validation password",
  "validation oauth",
  "validation folder",
  "validation address",
  "validation subaddresses",
  "validation enabled",
  "unavailable data_key",
] as const;

export const mailboxRoutes = defineRoutes("Sending", "settings", {
  listMailboxes: {
    method: "GET",
    path: "/sending/mailboxes",
    mcp: "catalog",
    summary: "Mailboxes from which bounces and complaints are read by IMAP",
    answers: { 200: Items(shapes.Mailbox) },
    errors: [],
  },
  createMailbox: {
    method: "POST",
    path: "/sending/mailboxes",
    mcp: "catalog",
    effect: "internal",
    summary:
      "Read bounces and complaints from a mailbox, for a server without port 25; mails are marked, never deleted",
    body: shapes.MailboxInput,
    answers: { 201: shapes.Mailbox },
    errors: [...wrong, "conflict limit"],
  },
  getMailbox: {
    method: "GET",
    path: mailboxPath,
    mcp: "catalog",
    summary: "One mailbox with its state and what was processed",
    answers: { 200: shapes.Mailbox },
    errors: [missing],
  },
  updateMailbox: {
    method: "PATCH",
    path: mailboxPath,
    mcp: "catalog",
    effect: "internal",
    summary:
      "Change a mailbox; another server, account or way to sign in needs the secret again. A paused mailbox is tried again",
    body: shapes.MailboxChange,
    answers: { 200: shapes.Mailbox },
    errors: [...wrong, missing],
  },
  deleteMailbox: {
    method: "DELETE",
    path: mailboxPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Stop reading a mailbox; its mails stay as they are",
    answers: { 204: null },
    errors: [missing],
  },
  checkMailbox: {
    method: "POST",
    path: `${mailboxPath}/check`,
    mcp: "catalog",
    effect: "internal",
    summary: "Sign in and open the folder; success ends a pause",
    answers: { 200: shapes.MailboxCheck },
    errors: [missing],
  },
});
