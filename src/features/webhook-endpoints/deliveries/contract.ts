import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import {
  AnyObject,
  Count,
  Flag,
  Id,
  KnownText,
  NullableInteger,
  NullableKnownText,
  NullableText,
  NullableTime,
  OneOf,
  Page,
  Time,
  pageQuery,
  NamedObject,
} from "../../../kernel/schema.ts";
import type { FiredEvent } from "../../webhooks/events.ts";
import type { AttemptError } from "../sending/call.ts";

export const deliveryStates = ["pending", "succeeded", "failed", "canceled"] as const;

const delivery = {
  id: Id,
  messageId: Type.String({ description: "The header webhook-id, the same in every attempt" }),
  types: Type.Array(KnownText<FiredEvent>()),
  items: Count,
  state: OneOf(deliveryStates),
  attempts: Count,
  nextAttemptAt: NullableTime,
  createdAt: Time,
  calledAt: NullableTime,
  status: NullableInteger,
  error: NullableKnownText<AttemptError>(),
  ms: NullableInteger,
  redacted: Type.Boolean({ description: "Items of erased persons were removed" }),
};

const Headers = Type.Union([AnyObject, Type.Null()]);

export const Delivery = NamedObject("WebhookDelivery", delivery);

const DeliveryDetail = NamedObject("WebhookDeliveryDetail", {
  ...delivery,
  batch: Flag,
  request: Type.Object({ url: NullableText(), headers: Headers, body: Type.String() }),
  answer: Type.Object({ headers: Headers, body: NullableText(8192) }),
});

const { sort: _sort, q: _q, ...paging } = pageQuery(["id"], {}).properties;

const deliveriesPath = "/webhook-endpoints/{endpoint_id}/deliveries";

export const deliveryRoutes = defineRoutes("Webhook endpoints", "settings", {
  listWebhookDeliveries: {
    method: "GET",
    path: deliveriesPath,
    level: "full",
    mcp: "catalog",
    summary: "Calls of an endpoint in the last 7 days and those that wait, newest first",
    query: Type.Object({ ...paging, state: Type.Optional(OneOf(deliveryStates)) }),
    answers: { 200: Page(Delivery) },
    errors: ["validation state", "not_found endpoint"],
  },
  getWebhookDelivery: {
    method: "GET",
    path: `${deliveriesPath}/{delivery_id}`,
    level: "full",
    mcp: "catalog",
    summary: "One call with its request and the answer to the last attempt",
    answers: { 200: DeliveryDetail },
    errors: ["not_found endpoint", "not_found delivery"],
  },
  resendWebhookDelivery: {
    method: "POST",
    path: `${deliveriesPath}/{delivery_id}/send-again`,
    mcp: "catalog",
    effect: "discloses",
    summary: "Send a call of an active endpoint again with the same webhook-id, whatever the state of the call",
    answers: { 202: Delivery },
    errors: ["not_found endpoint", "not_found delivery", "conflict inactive", "conflict redacted"],
  },
});
