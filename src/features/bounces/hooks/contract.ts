import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import { Id, Items, NullableTime, OneOf, ShownOnce, Text, Time, NamedObject } from "../../../kernel/schema.ts";

export const hookProviders = ["ses", "postmark"] as const;
export type HookProvider = (typeof hookProviders)[number];

const hook = {
  id: Id,
  provider: OneOf(hookProviders),
  hint: Type.String({ description: "The first characters of its secret, to identify it" }),
  createdAt: Time,
  usedAt: NullableTime,
};

export const SendingHook = NamedObject("SendingHook", hook);
export const NewSendingHook = NamedObject("NewSendingHook", {
  ...hook,
  url: ShownOnce("Shown only once; only its hash is stored"),
});

export const sendingHookRoutes = defineRoutes("Sending", "settings", {
  listSendingHooks: {
    method: "GET",
    path: "/sending/hooks",
    mcp: "catalog",
    summary: "Secret URLs to which Amazon SES or Postmark report bounces, complaints and deliveries",
    answers: { 200: Items(SendingHook) },
    errors: [],
  },
  createSendingHook: {
    method: "POST",
    path: "/sending/hooks",
    mcp: "catalog",
    effect: "internal",
    summary: "Create a secret URL for a provider; it is shown only once",
    body: Type.Object({ provider: Type.Unsafe<HookProvider>({ ...Text(20), enum: [...hookProviders] }) }),
    answers: { 201: NewSendingHook },
    errors: ["validation provider", "conflict limit"],
  },
  deleteSendingHook: {
    method: "DELETE",
    path: "/sending/hooks/{hook_id}",
    mcp: "catalog",
    effect: "internal",
    summary: "Delete a secret URL",
    answers: { 204: null },
    errors: ["not_found hook"],
  },
});
