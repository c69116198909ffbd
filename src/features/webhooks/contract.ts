import { defineRoutes } from "../../kernel/route.ts";
import * as shapes from "./shapes.ts";

const webhookPath = "/account-webhooks/{webhook_id}";
const missing = "not_found webhook";
const rejections = [
  "validation url",
  "validation event",
  "validation basicAuth",
  "conflict url",
  "unavailable data_key",
];

export const webhookRoutes = defineRoutes("Account webhooks", "settings", {
  listAccountWebhooks: {
    method: "GET",
    path: "/account-webhooks",
    level: "full",
    mcp: "catalog",
    summary: "Webhooks, oldest first, with the items that wait and the last call",
    answers: { 200: shapes.WebhookList },
    errors: [],
  },
  createAccountWebhook: {
    method: "POST",
    path: "/account-webhooks",
    mcp: "catalog",
    effect: "discloses",
    summary: "Register a webhook; only what happens from now on is sent",
    body: shapes.WebhookInput,
    answers: { 201: shapes.Webhook },
    errors: [...rejections, "conflict limit"],
  },
  updateAccountWebhook: {
    method: "PATCH",
    path: webhookPath,
    mcp: "catalog",
    effect: "depends",
    summary: "Change a webhook. Switching it on clears its errors; with another event it begins at the newest item",
    body: shapes.WebhookChange,
    answers: { 200: shapes.Webhook },
    errors: [...rejections, missing],
  },
  deleteAccountWebhook: {
    method: "DELETE",
    path: webhookPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a webhook with the items that wait",
    answers: { 204: null },
    errors: [missing],
  },
  testAccountWebhook: {
    method: "POST",
    path: `${webhookPath}/test`,
    mcp: "catalog",
    effect: "internal",
    summary: "Send one call about a fictional contact, with `test: true` and the header X-Service-Test: 1",
    answers: { 200: shapes.TestResult },
    errors: [missing, "unavailable data_key"],
  },
});
