import { Type, type Static } from "typebox";
import {
  AnyObject,
  Count,
  Flag,
  Id,
  NullableInteger,
  OneOf,
  Time,
  NamedObject,
  withDescription,
} from "../../../kernel/schema.ts";
import { AudienceSize } from "../audience/shapes.ts";

const Authentication = NamedObject("Authentication", {
  domain: Type.String(),
  authenticated: {
    ...Flag,
    description: "DKIM of the sender's domain is verified, or the operator vouches for the sender",
  },
  authenticatedBy: Type.Unsafe<"domain" | "operator" | null>({
    enum: ["domain", "operator", null],
    description: "What authenticates the sender: the verified domain comes before the operator",
  }),
  required: { ...Flag, description: "More than 200 recipients a day need it" },
});

const DeadLink = NamedObject("DeadLink", {
  url: Type.String(),
  status: NullableInteger,
  reason: OneOf(["status", "url", "address", "dns", "connection", "timeout", "size"]),
});

const LastTest = NamedObject("LastTest", {
  at: Time,
  current: { ...Flag, description: "False when the content was saved since" },
});

const Pace = NamedObject("SendingPace", {
  campaigns: withDescription(Count, "Number of campaigns that it was measured from"),
  perHour: Count,
});

const VariantCheck = NamedObject("VariantCheck", {
  id: Id,
  language: Type.Unsafe<string | null>({ type: ["string", "null"], description: "Null for the campaign's own e-mail" }),
  recipients: Count,
  authentication: Type.Unsafe<Static<typeof Authentication> | null>({
    ...Authentication,
    type: ["object", "null"],
    description: "Null without a sender",
  }),
  spam: Type.Object({ verdict: OneOf(["ok", "spam", "blocked"]), score: Type.Number() }),
  wireBytes: {
    ...NullableInteger,
    description: "Of the HTML with tracking and footer; null when it cannot be rendered",
  },
  issues: Type.Array(Type.Object({ code: Type.String(), severity: OneOf(["error", "warning"]), params: AnyObject })),
  deadLinks: Type.Array(DeadLink),
  lastTest: Type.Unsafe<Static<typeof LastTest> | null>({
    ...LastTest,
    type: ["object", "null"],
    description: "Null when no test e-mail of it was sent in the last week",
  }),
  linksChecked: withDescription(Flag, "False for an assistant: no address is called, and `deadLinks` is empty"),
});

export const CampaignCheck = NamedObject("CampaignCheck", {
  ready: { ...Flag, description: "Nothing here would refuse the approval" },
  audience: Type.Omit(AudienceSize, ["sending"]),
  sending: AudienceSize.properties.sending,
  pace: Type.Unsafe<Static<typeof Pace> | null>({
    ...Pace,
    type: ["object", "null"],
    description: "E-mails an hour that the last campaigns reached, pauses included; null before the first one",
  }),
  variants: Type.Array(VariantCheck, { description: "The campaign's own e-mail first" }),
});
