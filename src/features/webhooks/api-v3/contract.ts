import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { CheckedByParser, OneOf } from "../../../kernel/schema.ts";
import { ListAnswer, StatusAnswer } from "../../api-v3/envelope.ts";
import { listQuery } from "../../api-v3/list-request.ts";
import { Bit, BitFilter, IdFilter, IntId, NullableInt, NullableLocalTime, Text } from "../../api-v3/schema.ts";
import { allEvents } from "../events.ts";
import { basicAuthSchema, maxUrlLength } from "../shapes.ts";

const hidden = Type.Object({ login: Type.Literal("***"), password: Type.Literal("***") });

export const WebHook = Type.Object({
  id: IntId,
  url: Text,
  method: Type.Literal("POST"),
  event: Text,
  active: Bit,
  timeout: Type.Integer({ description: "Seconds" }),
  last_response_code: NullableInt,
  last_call_time: NullableLocalTime,
  errors_in_row: Type.Integer({ minimum: 0 }),
  basic_auth: Type.Union([hidden, Type.Null()]),
});

export const webHookRoutes = defineRoutes("API v3", null, {
  listWebHooksV3: {
    method: "GET",
    path: "/api/v3/web-hooks",
    mcp: "never",
    summary: "Account webhooks",
    query: listQuery(WebHook, {
      id: Type.Optional(IdFilter),
      event: Type.Optional(Text),
      url: Type.Optional(Text),
      active: Type.Optional(BitFilter),
      method: Type.Optional(Text),
      timeout: Type.Optional(IdFilter),
    }),
    answers: { 200: ListAnswer(WebHook) },
    errors: ["validation select", "validation sort"],
  },
  createWebHookV3: {
    method: "POST",
    path: "/api/v3/web-hooks",
    module: "settings",
    mcp: "never",
    effect: "discloses",
    summary: "Register an account webhook",
    body: Type.Object({
      target_url: Type.String({ maxLength: maxUrlLength, description: "http or https; public addresses only" }),
      event: OneOf(allEvents),
      basic_auth: Type.Optional(CheckedByParser(basicAuthSchema)),
    }),
    answers: { 201: StatusAnswer("created", { id: IntId }) },
    errors: [
      "validation target_url",
      "validation event",
      "validation basic_auth",
      "validation limit",
      "conflict url",
      "unavailable data_key",
    ],
  },
  deleteWebHookV3: {
    method: "DELETE",
    path: "/api/v3/web-hooks/{webhook_id}",
    module: "settings",
    mcp: "never",
    effect: "internal",
    summary: "Delete an account webhook",
    answers: { 204: null },
    errors: ["not_found webhook"],
  },
});
