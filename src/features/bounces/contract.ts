import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Count, Flag, Text, Time, withDescription } from "../../kernel/schema.ts";

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
      reply: Type.Optional(withDescription(Text(200, 3), "Bounces whose reply contains this text, in any case")),
      dryRun: Type.Optional(withDescription(Flag, "Only count them: nothing is changed")),
    }),
    answers: {
      200: Type.Object({
        undone: withDescription(Count, "Contacts that changed"),
        found: Type.Optional(withDescription(Count, "With `dryRun`, the bounces that would be undone")),
      }),
    },
    errors: [
      "validation from",
      "validation to",
      "validation code",
      "validation reply",
      "validation dryRun",
      "not_found campaign",
    ],
  },
});
