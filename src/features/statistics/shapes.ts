import { Type } from "typebox";
import {
  Count,
  Day,
  Flag,
  Id,
  NullableInteger,
  NullableText,
  NullableTime,
  OneOf,
  Page,
  Text,
  Time,
} from "../../kernel/schema.ts";

const Share = Type.Number({ minimum: 0, maximum: 1, description: "0 to 1, four digits" });
const text = (description: string) => Type.String({ description });

/** What became of e-mails. People and machines are counted apart; everything without a word for machines is people's. */
export const Figures = Type.Object({
  sent: Type.Integer({ minimum: 0, description: "Handed over, bounced ones included" }),
  delivered: Type.Integer({ minimum: 0, description: "Sent and not bounced" }),
  deliveryConfirmed: Type.Integer({
    minimum: 0,
    description: "Deliveries that a provider confirmed, where one does, and nothing came back",
  }),
  bounced: Type.Integer({ minimum: 0, description: "Messages; one may bounce softly and then for good" }),
  hardBounces: Count,
  softBounces: Count,
  complaints: Count,
  unsubscribed: Type.Integer({ minimum: 0, description: "Messages that made somebody leave a list or everything" }),
  opens: Type.Integer({ minimum: 0, description: "By people, all of them" }),
  uniqueOpens: Type.Integer({ minimum: 0, description: "Messages that people opened, or clicked in without telling" }),
  machineOpens: Count,
  clicks: Type.Integer({ minimum: 0, description: "By people, all of them" }),
  uniqueClicks: Type.Integer({ minimum: 0, description: "Messages in which people clicked" }),
  machineClicks: Count,
  rates: Type.Object({
    delivered: Share,
    bounced: Share,
    opened: Share,
    clicked: Share,
    clickedOfOpened: Share,
    unsubscribed: Share,
    complained: Share,
  }),
});

/** With what the messages themselves tell, which knows no period. */
export const CampaignTotals = Type.Object({
  recipients: Count,
  waiting: Type.Integer({ minimum: 0, description: "Not tried yet" }),
  skipped: Type.Object({ total: Count, reasons: Type.Record(Type.String(), Count) }),
  failed: Count,
  unknown: Type.Integer({ minimum: 0, description: "May have left or not: a worker died while it was handed over" }),
  ...Figures.properties,
});

const statuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled"] as const;

export const CampaignHead = Type.Object({
  id: Id,
  name: Type.String(),
  subject: Type.String(),
  status: OneOf(statuses),
  language: NullableText(),
  startedAt: NullableTime,
  finishedAt: NullableTime,
});

const ByProvider = Type.Array(Type.Object({ provider: Type.String(), ...Figures.properties }));
const ByDomain = Type.Array(Type.Object({ domain: Type.String(), provider: Type.String(), ...Figures.properties }));
const OtherDomains = Type.Object({ domains: Count, ...Figures.properties });

const byRecipient = {
  byProvider: ByProvider,
  byDomain: ByDomain,
  otherDomains: { ...OtherDomains, description: "All domains below the first ones, together" },
};

export const LinkStats = Type.Object({
  variantId: Id,
  language: NullableText(),
  number: Count,
  url: Type.String(),
  clicks: Count,
  unique: Type.Integer({ minimum: 0, description: "Messages in which people clicked this link" }),
  machineClicks: Count,
  share: { ...Share, description: "Of all clicks by people" },
});

export const CampaignStats = Type.Object({
  campaign: CampaignHead,
  totals: CampaignTotals,
  ...byRecipient,
  byHour: Type.Array(Type.Object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...Figures.properties }), {
    description: "Hours of the company's day, those in which something happened",
  }),
  byLink: Type.Array(LinkStats, { description: "Most clicked first; of all times" }),
});

export const CampaignBreakdown = Type.Object({ totals: CampaignTotals, ...byRecipient });

export const VariantStats = Type.Object({
  variantId: Id,
  language: Type.Unsafe<string | null>({ type: ["string", "null"], description: "null: the main e-mail" }),
  name: Type.String(),
  subject: Type.String(),
  totals: CampaignTotals,
});

export const units = ["hour", "day"] as const;

const Timeline = Type.Array(
  Type.Object({ at: { ...Time, description: "When the hour or day of the company begins" }, ...Figures.properties }),
  { description: "Hours or days in which something happened" },
);

export const eventTypes = [
  "email_opened",
  "email_clicked",
  "email_bounced",
  "email_complained",
  "unsubscribed",
  "list_unsubscribed",
] as const;

const Event = Type.Object({
  id: Id,
  type: OneOf(eventTypes),
  at: Time,
  contactId: Id,
  email: Type.Unsafe<string | null>({ type: ["string", "null"], description: "null: the contact was deleted" }),
  verdict: { ...NullableText(), description: "human or machine, of opens and clicks" },
  reason: { ...NullableText(), description: "Why it is a machine's; what kind of bounce; how somebody left" },
  link: NullableInteger,
  url: NullableText(),
});

export const CampaignActivity = Type.Object({
  unit: OneOf(units),
  timeline: Timeline,
  ...Page(Event).properties,
});

export const Heatmap = Type.Object({
  html: text(
    "The HTML that was sent, filled for nobody in particular, without scripts and trackers. Every counted link carries its number in `data-link`. Show it in a sandboxed frame",
  ),
  version: NullableInteger,
  variantId: Id,
  clicks: Count,
  links: Type.Array(Type.Omit(LinkStats, ["variantId", "language"])),
});

export const recipientTabs = [
  "all",
  "sent",
  "opened",
  "clicked",
  "bounced",
  "unsubscribed",
  "skipped",
  "failed",
  "unknown",
  "not_opened",
] as const;

export const CampaignRecipient = Type.Object({
  contactId: Id,
  email: Type.String(),
  state: Type.String(),
  reason: NullableText(),
  sentAt: NullableTime,
  openedAt: NullableTime,
  clickedAt: NullableTime,
});

export const CampaignReport = Type.Object({
  generatedAt: Time,
  timeZone: Type.String(),
  ...CampaignStats.properties,
  variants: Type.Array(VariantStats),
  timeline: Timeline,
});

const PeriodFigures = Type.Object({
  from: Day,
  to: { ...Day, description: "The first day that no longer belongs to the period" },
  campaigns: Type.Integer({ minimum: 0, description: "That began to be sent in the period" }),
  ...Figures.properties,
});

export const EmailStats = Type.Object({
  totals: PeriodFigures,
  previous: { ...PeriodFigures, description: "As many days before" },
  days: Type.Array(Type.Object({ day: Day, ...Figures.properties }), { description: "Every day of the period" }),
});

/** [from, to), days of the company. */
export const periodQuery = { from: Type.Optional(Day), to: Type.Optional(Day) };

/** Taken by all, because screens send them to all; each operation says which it heeds. */
export const ignoredQuery = {
  rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: "Domains shown one by one, usually 50" })),
  humans: Type.Optional({ ...Flag, description: "false: events of machines are listed too" }),
  vat: Type.Optional({ ...Flag, description: "Without meaning here" }),
};

export const pagingQuery = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  q: Type.Optional({ ...Text(200), description: "Search, without regard to case and diacritics" }),
};
