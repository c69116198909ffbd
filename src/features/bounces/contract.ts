import { Type } from "typebox";
import { defineRoutes } from "../../kernel/route.ts";
import { Count, Day, Flag, Id, NullableText, Text, Time, withDescription } from "../../kernel/schema.ts";

const filter = {
  from: Type.Optional(withDescription(Time, "Bounces from this time on; with `to`, those of one incident")),
  to: Type.Optional(withDescription(Time, "Bounces before this time")),
  code: Type.Optional(withDescription(Text(20, 1), "Bounces with this status code, such as 5.1.1")),
  reply: Type.Optional(withDescription(Text(200, 3), "Bounces whose reply contains this text, in any case")),
  dryRun: Type.Optional(withDescription(Flag, "Only count them: nothing is changed")),
};

const filterErrors = [
  "validation from",
  "validation to",
  "validation code",
  "validation reply",
  "validation dryRun",
] as const;

const Undone = {
  undone: withDescription(Count, "Contacts that changed"),
  found: Type.Optional(withDescription(Count, "With `dryRun`, the bounces that would be undone")),
};

const Reply = Type.Object({
  reply: withDescription(Text(), "What the server replied, without addresses"),
  code: NullableText(),
  bounces: Count,
});

export const bounceRoutes = defineRoutes("Campaigns", "campaigns", {
  undoBounces: {
    method: "POST",
    path: "/campaigns/{campaign_id}/undo-bounces",
    mcp: "catalog",
    effect: "depends",
    summary:
      "Undo bounces of a campaign that were the relay's fault: contacts get their earlier status back and their soft bounces are taken off; unsubscribed and complained contacts stay so",
    body: Type.Object(filter),
    answers: { 200: Type.Object(Undone) },
    errors: [...filterErrors, "not_found campaign"],
  },
  undoCompanyBounces: {
    method: "POST",
    path: "/bounces/undo",
    mcp: "catalog",
    effect: "depends",
    summary:
      "Undo bounces of a day, a time, a campaign or an automation, like those of a campaign: at once or, if there are many, in the background (202). One of `day`, `from`, `to`, `campaignId` and `automationId` is required",
    body: Type.Object({
      day: Type.Optional(
        withDescription(Day, "Bounces of this day in the company's time zone, without `from` and `to`"),
      ),
      campaignId: Type.Optional(withDescription(Id, "Bounces of this campaign")),
      automationId: Type.Optional(withDescription(Id, "Bounces of e-mails of this automation")),
      ...filter,
    }),
    answers: {
      200: Type.Object({
        ...Undone,
        replies: Type.Optional(
          withDescription(Type.Array(Reply), "With `dryRun`, the 20 most frequent replies of these bounces"),
        ),
      }),
      202: Type.Object({ jobId: Id, found: withDescription(Count, "The bounces that will be undone") }),
    },
    errors: [
      "validation day",
      "validation campaignId",
      "validation automationId",
      ...filterErrors,
      "not_found campaign",
      "not_found automation",
    ],
  },
});
