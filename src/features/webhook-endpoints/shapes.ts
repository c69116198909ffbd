import { Type } from "typebox";
import {
  Count,
  Flag,
  Id,
  NullableInteger,
  NullableTime,
  OneOf,
  ShownOnce,
  Text,
  Time,
  NamedObject,
  named,
} from "../../kernel/schema.ts";
import { firedEvents } from "../webhooks/events.ts";
import { maxUrlLength } from "../webhooks/shapes.ts";

const Url = Type.String({ maxLength: maxUrlLength, description: "http or https; public addresses only" });
const Events = Type.Array(OneOf(firedEvents), { minItems: 1, maxItems: firedEvents.length, uniqueItems: true });
const BatchSize = Type.Integer({
  minimum: 1,
  maximum: 100,
  description:
    "Items per call. 1: `{type, timestamp, data}`; more: `{type: batch, timestamp, data: {items: [{id, …}]}}`",
});

export const EndpointInput = NamedObject("WebhookEndpointInput", {
  url: Url,
  events: Events,
  batchSize: Type.Optional(BatchSize),
  active: Type.Optional(Flag),
  description: Type.Optional(Text(200)),
});

export const EndpointChange = named("WebhookEndpointChange", Type.Partial(EndpointInput));

export const disabledReasons = ["gone", "failing"] as const;

const endpoint = {
  id: Id,
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(OneOf(firedEvents)),
  batchSize: Count,
  active: Flag,
  disabledReason: Type.Unsafe<(typeof disabledReasons)[number] | null>({
    type: ["string", "null"],
    enum: [...disabledReasons, null],
    description: "gone: the receiver answered 410; failing: nothing succeeded for 3 days",
  }),
  previousSecretUntil: NullableTime,
  waiting: Count,
  failingSince: NullableTime,
  lastStatus: NullableInteger,
  lastCallAt: NullableTime,
  createdAt: Time,
};

export const Endpoint = NamedObject("WebhookEndpoint", endpoint);

export const EndpointWithSecret = NamedObject("NewWebhookEndpoint", {
  ...endpoint,
  secret: ShownOnce("`whsec_…`, shown only once"),
});

export const EndpointList = NamedObject("WebhookEndpointList", {
  items: Type.Array(Endpoint),
  events: Type.Array(OneOf(firedEvents)),
  limit: Count,
});
