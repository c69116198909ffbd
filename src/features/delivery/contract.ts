import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Items, NamedObject, NullableInteger, NullableText, NullableTime, OneOf } from "../../kernel/schema.ts";

export const slowedStates = ["throttled", "limited", "recovered"] as const;

export const SlowedProvider = NamedObject("SlowedProvider", {
  provider: { ...NullableText(), description: "Its name, like Google; null for a single domain of no known provider" },
  domain: Type.String({ description: "The recipients' domain that answered" }),
  state: {
    ...OneOf(slowedStates),
    description:
      "throttled: its messages wait for the next attempt; limited: it deferred messages again, and gets at most perMinute; " +
      "recovered: it deferred messages within the last day",
  },
  reply: Type.String({ description: "Its reply code and status, like 421 4.7.0" }),
  deferredAt: { ...NullableTime, description: "When it last deferred a message" },
  nextAttemptAt: { ...NullableTime, description: "Of a throttled one" },
  perMinute: {
    ...NullableInteger,
    description:
      "The limit as of now: half of the rate that was deferred, a tenth more every ten minutes; null without one",
  },
  deferredPerMinute: { ...NullableInteger, description: "The rate that was deferred; the limit ends at twice as much" },
  limitedSince: NullableTime,
});

export const deliveryRoutes = defineRoutes("Sending", "settings", {
  listSlowedProviders: {
    method: "GET",
    path: "/deliverability/providers",
    mcp: "catalog",
    summary: "Mailbox providers that asked this company to slow down, with the limits that were learned from it",
    answers: { 200: Items(SlowedProvider) },
    errors: [],
  },
});
