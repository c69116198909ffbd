import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Count, Text, Time, withDescription } from "../../kernel/schema.ts";

export const bounceRoutes = defineRoutes("Campaigns", "campaigns", {
  undoBounces: {
    method: "POST",
    path: "/campaigns/{campaign_id}/undo-bounces",
    mcp: "catalog",
    effect: "depends",
    summary:
      "Undo bounces of a campaign that were the relay's fault: contacts get their earlier status back and their soft bounces are taken off; unsubscribed and complained contacts stay so",
    body: Type.Object({
      from: Type.Optional(withDescription(Time, "Bounces from this time on; with `to`, those of one incident")),
      to: Type.Optional(withDescription(Time, "Bounces before this time")),
      code: Type.Optional(withDescription(Text(20, 1), "Bounces with this status code, such as 5.1.1")),
    }),
    answers: { 200: Type.Object({ undone: withDescription(Count, "Contacts that changed") }) },
    errors: ["validation from", "validation to", "validation code", "not_found campaign"],
  },
});
