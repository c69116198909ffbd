import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Time } from "../../kernel/schema.ts";
import { TestResult } from "../webhooks/shapes.ts";
import * as shapes from "./shapes.ts";

const endpointPath = "/webhook-endpoints/{endpoint_id}";
const missing = "not_found endpoint";
const rejections = ["validation url", "validation events", "validation batchSize", "validation description"];

export const endpointRoutes = defineRoutes("Webhook endpoints", "settings", {
  listWebhookEndpoints: {
    method: "GET",
    path: "/webhook-endpoints",
    level: "full",
    mcp: "catalog",
    summary: "Endpoints of signed webhooks (Standard Webhooks), oldest first, with what waits and the last call",
    answers: { 200: shapes.EndpointList },
    errors: [],
  },
  createWebhookEndpoint: {
    method: "POST",
    path: "/webhook-endpoints",
    mcp: "catalog",
    effect: "discloses",
    summary: "Register an endpoint; only what happens from now on is sent. Its secret is shown once",
    body: shapes.EndpointInput,
    answers: { 201: shapes.EndpointWithSecret },
    errors: [...rejections, "conflict limit", "unavailable data_key"],
  },
  getWebhookEndpoint: {
    method: "GET",
    path: endpointPath,
    level: "full",
    mcp: "catalog",
    summary: "One endpoint",
    answers: { 200: shapes.Endpoint },
    errors: [missing],
  },
  updateWebhookEndpoint: {
    method: "PATCH",
    path: endpointPath,
    mcp: "catalog",
    effect: "depends",
    summary: "Change an endpoint. Switched on, it continues with what waits",
    body: shapes.EndpointChange,
    answers: { 200: shapes.Endpoint },
    errors: [...rejections, missing],
  },
  deleteWebhookEndpoint: {
    method: "DELETE",
    path: endpointPath,
    mcp: "catalog",
    effect: "internal",
    summary: "Delete an endpoint with its log and what waits",
    answers: { 204: null },
    errors: [missing],
  },
  rotateWebhookEndpointSecret: {
    method: "POST",
    path: `${endpointPath}/rotate-secret`,
    mcp: "catalog",
    effect: "internal",
    summary:
      "Create a new secret, shown once. For 24 hours calls are signed with the present one as well; until then, or until it is ended, there is no further one",
    answers: { 200: shapes.EndpointWithSecret },
    errors: [missing, "conflict rotating", "unavailable data_key"],
  },
  endWebhookEndpointPreviousSecret: {
    method: "POST",
    path: `${endpointPath}/end-previous-secret`,
    mcp: "catalog",
    effect: "internal",
    summary: "Sign calls with the new secret only, before the 24 hours are over",
    answers: { 200: shapes.Endpoint },
    errors: [missing],
  },
  testWebhookEndpoint: {
    method: "POST",
    path: `${endpointPath}/test`,
    mcp: "catalog",
    effect: "internal",
    summary: "Send one signed call about a fictional contact, with `test: true` and the header X-Service-Test: 1",
    answers: { 200: TestResult },
    errors: [missing, "unavailable data_key"],
  },
  replayWebhookEndpoint: {
    method: "POST",
    path: `${endpointPath}/replay`,
    mcp: "catalog",
    effect: "discloses",
    summary: "Send again what happened since a time, at most 30 days ago; single items keep their webhook-id",
    body: Type.Object({ from: Time }),
    answers: { 200: shapes.Endpoint },
    errors: ["validation from", missing],
  },
});
