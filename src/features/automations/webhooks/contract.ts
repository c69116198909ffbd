import { Type } from "typebox";
import { defineRoutes } from "../../../kernel/route.ts";
import {
  Count,
  Flag,
  Id,
  NullableInteger,
  NullableOneOf,
  NamedObject,
  withDescription,
} from "../../../kernel/schema.ts";
import { NodeKey } from "../shapes.ts";

export const trialErrors = ["address", "connection", "dns", "timeout", "url"] as const;

/** Characters of the answer that are shown. */
export const maxShownAnswer = 2000;

const WebhookTrial = NamedObject("AutomationWebhookTrial", {
  ok: withDescription(Flag, "The receiver answered with a status of 200 to 299"),
  status: NullableInteger,
  ms: Count,
  error: withDescription(NullableOneOf(trialErrors), "Why there is no answer"),
  body: Type.String({
    description: `The first ${maxShownAnswer} characters of the answer if it is text; secrets of the node are hidden`,
  }),
});

/** What webhook nodes send; their results are in the report. */
export const webhookRoutes = defineRoutes("Automations", "campaigns", {
  testWebhookNode: {
    method: "POST",
    path: "/automations/{automation_id}/nodes/{key}/test-webhook",
    mcp: "catalog",
    effect: "discloses",
    params: Type.Object({ key: NodeKey }),
    summary:
      "Call a webhook node of the saved graph once for a contact, with the header X-Service-Test: 1. The contact does not enter, and the call is not counted",
    body: Type.Object({ contactId: Id }),
    answers: { 200: WebhookTrial },
    errors: [
      "validation node",
      "not_found automation",
      "not_found node",
      "not_found contact",
      "rate_limited webhook-trials",
      "unavailable data_key",
    ],
  },
});
