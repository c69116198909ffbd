import { Type } from "typebox";
import { automationStatuses } from "../automations/shapes.ts";
import type { MessageState } from "../delivery/reports.queries.ts";
import {
  Count,
  Currency,
  Day,
  Id,
  KnownText,
  Money,
  NullableId,
  NullableInteger,
  NullableText,
  NullableTime,
  OneOf,
  Page,
  Text,
  Time,
  NamedObject,
} from "../../kernel/schema.ts";

const Share = Type.Number({ minimum: 0, maximum: 1, description: "0 to 1, four decimal places" });
const text = (description: string) => Type.String({ description });

/** E-mail metrics. Human and machine events are counted separately; fields without "machine" count people. */
export const Figures = Type.Object({
  sent: Type.Integer({ minimum: 0, description: "Sent to the relay, bounced ones included" }),
  delivered: Type.Integer({ minimum: 0, description: "Sent and not bounced" }),
  deliveryConfirmed: Type.Integer({
    minimum: 0,
    description: "Deliveries confirmed by a provider and not bounced later",
  }),
  bounced: Type.Integer({ minimum: 0, description: "Messages; one may bounce softly first and hard later" }),
  hardBounces: Count,
  softBounces: Count,
  complaints: Count,
  unsubscribed: Type.Integer({
    minimum: 0,
    description: "Messages whose recipient unsubscribed from a list or from everything",
  }),
  opens: Type.Integer({ minimum: 0, description: "All opens by people" }),
  uniqueOpens: Type.Integer({
    minimum: 0,
    description: "Messages that people opened, or clicked in without a recorded open",
  }),
  machineOpens: Count,
  clicks: Type.Integer({ minimum: 0, description: "By people, all of them" }),
  uniqueClicks: Type.Integer({ minimum: 0, description: "Messages in which people clicked" }),
  machineClicks: Count,
  rates: NamedObject("EmailRates", {
    delivered: Share,
    bounced: Share,
    opened: Share,
    clicked: Share,
    clickedOfOpened: Share,
    unsubscribed: Share,
    complained: Share,
  }),
});

/** The counts include message states, which do not depend on the period. */
export const CampaignTotals = NamedObject("CampaignTotals", {
  recipients: Count,
  waiting: Type.Integer({ minimum: 0, description: "Not tried yet" }),
  skipped: Type.Object({ total: Count, reasons: Type.Record(Type.String(), Count) }),
  failed: Count,
  unknown: Type.Integer({ minimum: 0, description: "May have been sent or not: a worker died while sending" }),
  ...Figures.properties,
});

const statuses = ["draft", "scheduled", "sending", "paused", "completed", "cancelled"] as const;

export const CampaignHead = NamedObject("CampaignHead", {
  id: Id,
  name: Type.String(),
  subject: Type.String(),
  status: OneOf(statuses),
  language: NullableText(),
  startedAt: NullableTime,
  finishedAt: NullableTime,
});

const ByProvider = Type.Array(NamedObject("EmailsByProvider", { provider: Type.String(), ...Figures.properties }));
const ByDomain = Type.Array(
  NamedObject("EmailsByDomain", { domain: Type.String(), provider: Type.String(), ...Figures.properties }),
);
const OtherDomains = NamedObject("OtherDomainsSummary", { domains: Count, ...Figures.properties });

const byRecipient = {
  byProvider: ByProvider,
  byDomain: ByDomain,
  otherDomains: { ...OtherDomains, description: "The sum of all other domains" },
};

export const LinkStats = NamedObject("LinkStats", {
  variantId: Id,
  language: NullableText(),
  number: Count,
  url: Type.String(),
  clicks: Count,
  unique: Type.Integer({ minimum: 0, description: "Messages in which people clicked this link" }),
  machineClicks: Count,
  share: { ...Share, description: "Share of all clicks by people" },
});

export const CampaignStats = NamedObject("CampaignStats", {
  campaign: CampaignHead,
  totals: CampaignTotals,
  ...byRecipient,
  byHour: Type.Array(
    NamedObject("EmailsByHour", { hour: Type.Integer({ minimum: 0, maximum: 23 }), ...Figures.properties }),
    {
      description: "Hours in the company's time zone; hours without events are omitted",
    },
  ),
  byLink: Type.Array(LinkStats, { description: "Most clicked first; not limited to the period" }),
});

export const CampaignBreakdown = NamedObject("CampaignBreakdown", { totals: CampaignTotals, ...byRecipient });

export const VariantStats = NamedObject("VariantStats", {
  variantId: Id,
  language: Type.Unsafe<string | null>({ type: ["string", "null"], description: "null: the main e-mail" }),
  name: Type.String(),
  subject: Type.String(),
  totals: CampaignTotals,
});

export const units = ["hour", "day"] as const;

const Timeline = Type.Array(
  NamedObject("EmailTimelineStep", {
    at: { ...Time, description: "Start of the hour or day in the company's time zone" },
    ...Figures.properties,
  }),
  { description: "Hours or days with events" },
);

export const eventTypes = [
  "email_opened",
  "email_clicked",
  "email_bounced",
  "email_complained",
  "unsubscribed",
  "list_unsubscribed",
] as const;

const Event = NamedObject("EmailEvent", {
  id: Id,
  type: OneOf(eventTypes),
  at: Time,
  contactId: Id,
  email: Type.Unsafe<string | null>({ type: ["string", "null"], description: "null: the contact was deleted" }),
  verdict: { ...NullableText(), description: "human or machine, for opens and clicks" },
  reason: {
    ...NullableText(),
    description: "The reason of a machine verdict, the kind of a bounce, or the way of an unsubscribe",
  },
  link: NullableInteger,
  url: NullableText(),
});

export const CampaignActivity = NamedObject("CampaignActivity", {
  unit: OneOf(units),
  timeline: Timeline,
  ...Page(Event).properties,
});

export const Heatmap = NamedObject("CampaignHeatmap", {
  html: text(
    "The HTML that was sent, filled for nobody in particular, without scripts and trackers. Every counted link carries its number in `data-link`. Show it in a sandboxed frame",
  ),
  version: NullableInteger,
  variantId: Id,
  clicks: Count,
  links: Type.Array(Type.Omit(LinkStats, ["variantId", "language"])),
});

const automationLink = Type.Object({ node: Text(64), ...Type.Omit(LinkStats, ["variantId", "language"]).properties });

export const AutomationStats = NamedObject("AutomationStats", {
  automation: Type.Object({ id: Id, name: Type.String(), status: OneOf(automationStatuses) }),
  totals: CampaignTotals,
  nodes: Type.Array(Type.Object({ node: Type.String(), subject: Type.String(), totals: CampaignTotals }), {
    description: "E-mails of the newest graph, then removed ones that were sent",
  }),
  ...byRecipient,
  byHour: CampaignStats.properties.byHour,
  byLink: Type.Array(automationLink, { description: "Most clicked first; not limited to the period" }),
});

const CurrencyTotal = NamedObject("CurrencyTotal", {
  currency: Currency,
  orders: Count,
  revenue: Money,
  average: Money,
});
const ConversionTotals = Type.Array(CurrencyTotal, { description: "By currency; currencies are never added" });
const WindowDays = Type.Integer({ minimum: 1, maximum: 90, description: "`conversionWindowDays` of the company" });

export const SourceRevenue = NamedObject("SourceRevenue", {
  type: OneOf(["campaign", "automation"]),
  id: Id,
  name: Type.String(),
  ...Type.Omit(CurrencyTotal, ["average"]).properties,
});

export const Conversions = NamedObject("Conversions", {
  from: Day,
  to: { ...Day, description: "The first day after the period" },
  windowDays: WindowDays,
  totals: ConversionTotals,
  items: Type.Array(SourceRevenue, { description: "Most orders first" }),
});

const Conversion = NamedObject("Conversion", {
  orderId: Id,
  externalId: Type.String(),
  contactId: { ...NullableId, description: "null: the contact was deleted" },
  email: { ...NullableText(), description: "null: the contact was erased" },
  at: { ...Time, description: "The order" },
  clickedAt: { ...Time, description: "The last click before it" },
  currency: Currency,
  total: { ...Money, description: "Without VAT for `vat=false`" },
  node: Type.Optional({ ...Type.String(), description: "The e-mail of the automation" }),
});

export const OrderConversions = NamedObject("OrderConversions", {
  windowDays: WindowDays,
  totals: ConversionTotals,
  ...Page(Conversion).properties,
});

export const AutomationReport = NamedObject("AutomationStatsReport", {
  generatedAt: Time,
  timeZone: Type.String(),
  ...AutomationStats.properties,
  conversions: ConversionTotals,
  nodeConversions: Type.Array(
    Type.Object({ node: Type.String(), ...Type.Omit(CurrencyTotal, ["average"]).properties }),
    { description: "Conversions by e-mail and currency" },
  ),
  timeline: Timeline,
});

export const AutomationVersionStats = NamedObject("AutomationVersionStats", {
  version: { ...Count, description: "Of the graph with which the contacts entered; they go on in the newest one" },
  at: { ...Time, description: "When it was saved" },
  entered: Count,
  inside: Count,
  completed: Count,
  ended: Type.Integer({ minimum: 0, description: "Runs that were stopped or failed" }),
  sent: Type.Integer({ minimum: 0, description: "E-mails of these runs" }),
  opened: Count,
  clicked: Count,
  unsubscribed: Count,
  conversions: Type.Array(Type.Omit(CurrencyTotal, ["average"]), { description: "By currency" }),
});

export const AutomationHeatmap = NamedObject("AutomationHeatmap", {
  html: {
    ...Heatmap.properties.html,
    description: "As of a campaign, with the template that is published now; empty before the first e-mail",
  },
  node: Type.String(),
  clicks: Count,
  links: Heatmap.properties.links,
});

export const CampaignRecipient = NamedObject("CampaignRecipient", {
  contactId: Id,
  email: Type.String(),
  state: KnownText<MessageState>(),
  reason: NullableText(),
  sentAt: NullableTime,
  openedAt: NullableTime,
  clickedAt: NullableTime,
});

export const CampaignReport = NamedObject("CampaignReport", {
  generatedAt: Time,
  timeZone: Type.String(),
  ...CampaignStats.properties,
  conversions: ConversionTotals,
  variants: Type.Array(VariantStats),
  timeline: Timeline,
});

export const CampaignAverage = NamedObject("CampaignAverage", {
  campaigns: Type.Integer({ minimum: 0, description: "Number of campaigns compared, each counting the same" }),
  from: { ...NullableTime, description: "When the first of them started" },
  to: { ...NullableTime, description: "When the last of them started" },
  rates: Figures.properties.rates,
});

const PeriodFigures = NamedObject("PeriodFigures", {
  from: Day,
  to: { ...Day, description: "The first day after the period" },
  campaigns: Type.Integer({ minimum: 0, description: "Campaigns whose sending started in the period" }),
  ...Figures.properties,
});

export const EmailStats = NamedObject("EmailStats", {
  totals: PeriodFigures,
  previous: { ...PeriodFigures, description: "The same number of days before" },
  days: Type.Array(NamedObject("EmailDay", { day: Day, ...Figures.properties }), {
    description: "Every day of the period",
  }),
});

export const ContactStats = NamedObject("ContactStats", {
  from: Day,
  to: { ...Day, description: "The first day after the period" },
  added: Type.Integer({ minimum: 0, description: "Contacts that exist and were created in the period" }),
  previous: Type.Integer({ minimum: 0, description: "In the same number of days before" }),
  sources: Type.Array(
    Type.Object({
      source: Type.String(),
      added: Count,
      subscribed: Type.Integer({ minimum: 0, description: "Of these, of the state active" }),
      previous: Count,
    }),
    { description: "Most added contacts first" },
  ),
});

export const Dashboard = NamedObject("Dashboard", {
  contacts: Type.Object({
    total: Count,
    subscribed: Type.Integer({ minimum: 0, description: "Of the state active" }),
    mailable: Type.Integer({
      minimum: 0,
      description: "Of these, whom a campaign may reach: no weak consent and not suppressed",
    }),
    added: Type.Integer({
      minimum: 0,
      description: "New contacts of the period, of any state; of one shop those that still exist",
    }),
    lost: Type.Integer({
      minimum: 0,
      description: "Became unsubscribed, bounced, complained or blacklisted in the period",
    }),
    trend: Type.Array(Type.Object({ day: Day, added: Count, lost: Count }), {
      description: "The days of the period, oldest first",
    }),
  }),
  emails: Type.Omit(EmailStats, ["days"]),
});
