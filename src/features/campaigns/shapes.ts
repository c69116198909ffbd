import { Type, type Static } from "typebox";
import {
  Count,
  Flag,
  Id,
  Language,
  Name,
  NullableId,
  NullableInteger,
  NullableKnownText,
  NullableLine,
  NullableText,
  NullableTime,
  OneOf,
  Text,
  Time,
  NamedObject,
  withDescription,
} from "../../kernel/schema.ts";
import { TestEmailInput } from "../content/test-emails/shapes.ts";
import { Decision } from "../delivery/unknown-shapes.ts";
import { Tags } from "../labels/shapes.ts";
import { Audience, AudienceInput, SendingPlan } from "./audience/shapes.ts";
import type { HoldReason, PauseReason } from "./hold-reasons.ts";
import { campaignStatuses } from "./transitions.ts";

export const timings = ["now", "schedule", "later"] as const;
export type Timing = (typeof timings)[number];

const utmValue = Type.Optional(NullableLine(200));
export const Utm = NamedObject("CampaignUtm", {
  source: utmValue,
  medium: utmValue,
  campaign: utmValue,
  term: utmValue,
  content: utmValue,
});
const NullableUtm = Type.Unsafe<Static<typeof Utm> | null>({ ...Utm, type: ["object", "null"] });

const Line = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength, format: "line" });
export const Header = NamedObject("CampaignHeader", {
  name: Line(70, 1),
  value: Type.String({ maxLength: 900, format: "line", description: "One line; may contain merge tags" }),
});
export const LinkParam = NamedObject("CampaignLinkParam", { name: Line(100, 1), value: Line(500) });

const listDefault = "Unless given: of the list, where the audience is that list alone";

const settings = {
  senderId: Type.Optional({ ...NullableId, description: `${listDefault} and its sender address is a verified sender` }),
  fromName: Type.Optional({ ...NullableLine(200), description: listDefault }),
  subject: Type.Optional(NullableLine(500)),
  preheader: Type.Optional(NullableLine(500)),
  templateId: Type.Optional(NullableId),
  audience: Type.Optional(AudienceInput),
  trackOpens: Type.Optional(Flag),
  trackClicks: Type.Optional(Flag),
  utm: Type.Optional(NullableUtm),
  headers: Type.Optional(Type.Array(Header, { maxItems: 20 })),
  timing: Type.Optional(OneOf(timings)),
  plannedAt: Type.Optional(NullableText(40)),
  replyTo: Type.Optional({
    ...NullableLine(254),
    description: `One of replyToOptions; empty: the sender's. ${listDefault}`,
  }),
  linkParams: Type.Optional(Type.Array(LinkParam, { maxItems: 20 })),
  preferTime: Type.Optional(Flag),
  unsubscribePageId: Type.Optional(NullableId),
  footerId: Type.Optional(NullableId),
  tags: Type.Optional(Tags),
};

export const CampaignInput = NamedObject("CampaignInput", { name: Name, shopId: Id, ...settings });
export const CampaignChange = NamedObject("CampaignChange", {
  name: Type.Optional(Name),
  shopId: Type.Optional(Id),
  ...settings,
});

export const CampaignRowStats = NamedObject("CampaignRowStats", {
  sent: Type.Integer({ minimum: 0, description: "Sent, whatever the outcome" }),
  delivered: Count,
  opened: Type.Integer({ minimum: 0, description: "Recipients who opened it, without bots" }),
  clicked: Count,
  bounced: Count,
  complained: Count,
  skipped: Count,
  failed: Count,
  unknown: Type.Integer({ minimum: 0, description: "The outcome is unknown: the service was stopped while sending" }),
});

const Status = {
  ...OneOf(campaignStatuses),
  description: "Aggregated with the language variants: completed when nothing is left to send",
};

const rowProperties = {
  id: Id,
  name: Type.String(),
  shopId: Id,
  status: Status,
  subject: Type.String(),
  senderId: NullableId,
  timing: OneOf(timings),
  plannedAt: NullableTime,
  tags: Type.Array(Type.String()),
  languages: Type.Array(Type.String(), { description: "Of its language variants" }),
  recipients: NullableInteger,
  stats: CampaignRowStats,
  approvedAt: NullableTime,
  startedAt: NullableTime,
  finishedAt: NullableTime,
  createdAt: Time,
  updatedAt: NullableTime,
};

export const CampaignRow = NamedObject("CampaignRow", rowProperties);

export const Progress = NamedObject("CampaignProgress", {
  recipients: Count,
  sent: Count,
  waiting: Count,
  failed: Count,
  skipped: Count,
  unknown: Count,
  estimatedEndAt: NullableTime,
  holdReason: withDescription(
    NullableKnownText<PauseReason | HoldReason>(),
    "Why the service itself paused it: bounces, complaints, relay, template, content, sender, coupons, internal (an error of the " +
      "service), late. Or why nothing leaves " +
      "while it is being sent: sending_mode (of the service), sending_state, sending_hold, sending_disabled (of the company), " +
      "shop (it is disabled), relay (it does not answer), throttled (all that is left waits for the domains in throttled), " +
      "warm_up (the daily quota of the sender's domain is used up), connection (the connection of the sender is paused), " +
      "connection_limit (its messages per hour or day are used up)",
  ),
  throttled: Type.Array(
    Type.Object({
      side: OneOf(["recipient", "sender"]),
      domain: Type.String({ description: "Of a provider, the domain that asked to slow down" }),
      provider: {
        ...NullableText(),
        description: "The mail provider whose domains all wait, like Google; null for a domain alone",
      },
      until: { ...Time, description: "When it gets the next message; the first that it accepts releases the others" },
      reply: Type.String({ description: "Its reply code and status, like 450 4.7.1" }),
    }),
    { description: "Domains that asked to slow down: of recipients whose messages wait, and of the sender" },
  ),
});

export const Counts = Type.Record(Type.String(), Count, { description: "Messages by state" });

export const SenderSummary = NamedObject("SenderSummary", {
  id: Id,
  email: Type.String(),
  name: Type.String(),
  verified: Flag,
});
const NullableSender = Type.Unsafe<Static<typeof SenderSummary> | null>({
  ...SenderSummary,
  type: ["object", "null"],
});

export const Campaign = NamedObject("Campaign", {
  ...rowProperties,
  mainStatus: { ...OneOf(campaignStatuses), description: "Of its own e-mail, without variants" },
  fromName: Type.String(),
  preheader: Type.String(),
  templateId: NullableId,
  audience: Audience,
  sender: NullableSender,
  replyTo: Type.String(),
  replyToOptions: Type.Array(Type.String(), {
    description: "Allowed values of replyTo; empty means the sender's address",
  }),
  trackOpens: Flag,
  trackClicks: Flag,
  utm: NullableUtm,
  headers: Type.Array(Header),
  linkParams: Type.Array(LinkParam),
  preferTime: Flag,
  unsubscribePageId: NullableId,
  footerId: NullableId,
  version: Type.Integer({ description: "Of the content: the `baseVersion` of the next save" }),
  approvedVersion: NullableInteger,
  progress: Progress,
  counts: Counts,
  unknown: Type.Integer({ minimum: 0, description: "Messages to resolve by POST /campaigns/{id}/unknown" }),
});

export const ApprovedCampaign = NamedObject("ApprovedCampaign", { ...Campaign.properties, sending: SendingPlan });

export const Approval = NamedObject("CampaignApproval", {
  expectedRecipients: Type.Integer({ minimum: 0, description: "As POST /campaigns/audience counted them" }),
  timing: Type.Optional(OneOf(timings)),
  plannedAt: Type.Optional(NullableText(40)),
});

export const CampaignCopyInput = NamedObject("CampaignCopyInput", { name: Type.Optional(Name) });

export const UnknownDecision = NamedObject("UnknownDecision", { decision: Decision });

export const CampaignTestInput = NamedObject("CampaignTestInput", {
  ...TestEmailInput.properties,
  language: Type.Optional(Language),
});

export const PreviewInput = NamedObject("CampaignPreviewInput", { contactId: Id });
export const Preview = NamedObject("CampaignPreview", {
  subject: Type.String(),
  preheader: Type.String(),
  html: Type.String(),
  text: Type.String(),
});

export const tagFilter = Type.Optional(
  Type.Array(Text(200, 1), { maxItems: 20, description: "Repeatable: campaigns with all of these tags" }),
);
