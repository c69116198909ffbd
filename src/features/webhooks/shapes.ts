import { Type } from "typebox";
import {
  CheckedByParser,
  Count,
  Flag,
  Id,
  NullableInteger,
  NullableTime,
  OneOf,
  Time,
  NamedObject,
  named,
} from "../../kernel/schema.ts";
import { callErrors } from "./call.ts";
import { allEvents } from "./events.ts";

export const maxUrlLength = 1000;
const Url = Type.String({ maxLength: maxUrlLength, description: "http or https; public addresses only" });
const Event = OneOf(allEvents);

export const basicAuthSchema = {
  type: ["object", "null"],
  properties: {
    login: { type: "string", minLength: 1, maxLength: 200, description: "Without a colon" },
    password: { type: "string", maxLength: 500, description: "Write only; an empty one keeps what is stored" },
  },
  description: "null: none",
};

export const WebhookInput = NamedObject("WebhookInput", {
  url: Url,
  event: Event,
  active: Type.Optional(Flag),
  basicAuth: Type.Optional(CheckedByParser(basicAuthSchema)),
});

export const WebhookChange = named("WebhookChange", Type.Partial(WebhookInput));

export const Webhook = NamedObject("Webhook", {
  id: Id,
  url: Type.String(),
  event: Event,
  active: Flag,
  basicAuth: Type.Union([Type.Object({ login: Type.String(), passwordSet: Flag }), Type.Null()]),
  errorsInRow: Count,
  lastResponseCode: NullableInteger,
  lastCallAt: NullableTime,
  waiting: Count,
  oldestWaitingAt: NullableTime,
  createdAt: Time,
});

export const WebhookList = NamedObject("WebhookList", {
  items: Type.Array(Webhook),
  events: Type.Array(Type.String()),
  silentEvents: Type.Array(Type.String()),
  limit: Count,
});

export const TestResult = NamedObject("WebhookTestResult", {
  ok: Flag,
  status: NullableInteger,
  ms: Count,
  error: Type.Unsafe<(typeof callErrors)[number] | null>({ type: ["string", "null"], enum: [...callErrors, null] }),
});
